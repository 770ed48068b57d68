"""A session with the Python module: python3 session.py"""

import broadside

odds = broadside.odds("2 dn, 4 ff", "ws, 3 ff")
print(odds)
print(f"{odds.win:.4f} to win; lost on average: {odds.losses['attacker']['resources']:.1f}")
for row in odds.survivors["attacker"][:3]:
    print("  left:", row["units"], f"{row['p']:.3f}")

ranked = broadside.compare("2 dn, 4 ff", "5 cruiser", "3 dd, dn, 2 ff", against="ws, 3 ff")
print("best of three:", ranked.best)

print("for 8 resources:", broadside.best(8, against="2 dn, 2 ff").fleet)
print("80 % takes also:", broadside.need("2 dn", "ws, 3 ff", 0.8).additions[0]["add"])
print("by fighters:", [round(row["win"], 3) for row in broadside.vary("2 dn", "ws, 3 ff", "ff=0..6").rows()])

try:
    broadside.odds("2 crusier", "dn")
except broadside.InputError as error:
    print(error.problem, "-", error.hint)
