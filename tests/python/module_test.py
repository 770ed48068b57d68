"""The Python module over the C library: BROADSIDE_LIBRARY=... PYTHONPATH=apps/python python3 module_test.py"""

import doctest
import pickle
import signal
import subprocess
import sys
import threading
import unittest

import broadside
import broadside._questions


class Odds(unittest.TestCase):
    def test_exact(self):
        odds = broadside.odds("cruiser", "destroyer")
        # One hit decides: (4/10 v 2/10 a round) worked by hand.
        self.assertAlmostEqual(odds.win, 8 / 13, places=14)
        self.assertAlmostEqual(odds.draw, 2 / 13, places=14)
        self.assertAlmostEqual(odds.loss, 3 / 13, places=14)
        self.assertTrue(odds.win.exact)
        self.assertAlmostEqual(odds.losses["attacker"]["resources"], 2 * 5 / 13, places=12)
        self.assertAlmostEqual(
            sum(row["p"] for row in odds.survivors["attacker"]) , 1, places=12)
        self.assertTrue(odds._repr_svg_().startswith("<svg"))
        self.assertIn("<table>", odds._repr_html_())

    def test_sampled(self):
        odds = broadside.odds("cruiser", "destroyer", engine="mc", battles=10_000, seed=7)
        self.assertEqual(odds.report["battles"], 10_000)
        cell = odds.report["attacker_win"]
        self.assertLess(cell["low"], 8 / 13)
        self.assertGreater(cell["high"], 8 / 13)

    def test_dictionaries(self):
        text = broadside.odds("letnev: 2 dn2!, 4 ff", "3 cruiser")
        told = broadside.odds(
            {"faction": "letnev", "units": {"dn": 2, "ff": 4}, "upgrades": ["dreadnought"],
             "damaged": {"dreadnought": 2}},
            {"units": {"cruiser": 3}})
        self.assertEqual(float(text.win), float(told.win))

    def test_chance_is_a_number(self):
        chance = broadside.Chance(0.5, 0.4, 0.6)
        self.assertEqual(chance + 1, 1.5)
        again = pickle.loads(pickle.dumps(chance))
        self.assertEqual((again, again.low, again.high), (0.5, 0.4, 0.6))


class Others(unittest.TestCase):
    def test_compare(self):
        ranked = broadside.compare("2 dn, 4 ff", "5 cruiser", against=["ws, 3 ff", "2 dn"])
        self.assertEqual(ranked.fleets[0]["fleet"], ranked.best)
        self.assertEqual(len(ranked.array), 2)
        self.assertEqual(len(ranked.array[0]), 2)

    def test_vary(self):
        swept = broadside.vary("2 dn", "ws", "ff=0..3", "defender:ff=0..2")
        rows = swept.rows()
        self.assertEqual(len(rows), 12)
        self.assertEqual(rows[5]["win"], swept.array[1][2][0])

    def test_lists(self):
        self.assertIn("ti4", broadside.games())
        self.assertTrue(any(unit["kind"] == "dreadnought" for unit in broadside.units()))
        self.assertTrue(broadside.effects("plasma"))
        self.assertTrue(broadside.units(game="rebellion"))
        self.assertTrue(broadside.replay("cruiser", "destroyer", seed=3))

    def test_hints(self):
        with self.assertRaises(broadside.InputError) as caught:
            broadside.odds("2 crusier", "dn")
        self.assertIn("crusier", caught.exception.problem)
        self.assertIn("cruiser", caught.exception.hint)
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(broadside.InputError):
            broadside.odds("dn", "dn", batles=3)

    def test_frames(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaises(ImportError):
                broadside.odds("dn", "dn").frame
        else:
            self.assertEqual(len(broadside.vary("2 dn", "ws", "ff=0..3").frame), 4)


class Running(unittest.TestCase):
    def test_threads(self):
        """Eight threads at once get the answers that one gets, one after the other."""
        fleets = [f"{n} cruiser" for n in range(1, 9)]
        alone = [float(broadside.odds(fleet, "2 dn").win) for fleet in fleets]
        found = [0.0] * len(fleets)

        def work(i):
            found[i] = float(broadside.odds(fleets[i], "2 dn").win)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(len(fleets))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(alone, found)

    def test_progress_stops(self):
        calls = []

        def stop(done, planned):
            calls.append((done, planned))
            return False

        # Far more battles than anybody waits for: only stopping ends this.
        odds = broadside.odds("30 ff, 9 dn", "30 ff, 9 dn", engine="mc", battles=10**13, progress=stop)
        self.assertTrue(calls)
        self.assertEqual(odds.report["stopped_by"], "request")
        self.assertLess(odds.report["battles"], 10**13)

    def test_interrupt(self):
        """Ctrl-C during a long question raises KeyboardInterrupt."""
        code = (
            "import broadside, sys\n"
            "def tell(done, planned):\n"
            "    print('running', flush=True)\n"
            "try:\n"
            "    broadside.odds('30 ff, 9 dn', '30 ff, 9 dn', engine='mc', battles=10**13, progress=tell)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n")
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "running\n")
        child.send_signal(signal.SIGINT)
        rest = child.communicate()[0]
        self.assertTrue(rest.endswith("interrupted\n"), rest)
        self.assertEqual(child.returncode, 0)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(broadside))
    tests.addTests(doctest.DocTestSuite(broadside._questions))
    return tests


if __name__ == "__main__":
    unittest.main()
