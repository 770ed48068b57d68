#!/usr/bin/env python3
"""Lets calls of the machine fail under a server, one after the other, and looks at what its visitors see.

  serve.py PROGRAM SHIM [MOST]       MOST failed calls of each kind (3); more are spread over all of them

A server that cannot start says why and ends with exit 1. One that has started gives the true answer to the question in
whose time a call failed, or tells that visitor of it, or closes his connection; it answers the next one, and ends with
exit 0 when it is asked to.
"""
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

PROGRAM, SHIM = (os.path.abspath(path) for path in sys.argv[1:3])
MOST = int(sys.argv[3]) if len(sys.argv) > 3 else 3
KINDS = ["memory", "open", "close"]  # Asio wakes itself through pipes, which take and give a few bytes whole
LEAST = {"memory": 3, "open": 1, "close": 1}  # of the first three
PATIENCE = 60
QUESTION = b'{"attacker": "2 cruiser", "defender": "cruiser, destroyer", "options": {"engine": "exact"}}'
ASK = (b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
       % (len(QUESTION), QUESTION))  # fmt: skip


def ask(port):
    """Status and body; 0 where the connection was closed without them."""
    reply = b""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as visitor:
            visitor.sendall(ASK)
            while more := visitor.recv(1 << 16):
                reply += more
    except ConnectionError:
        pass
    head, _, body = reply.partition(b"\r\n\r\n")
    whole = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if not whole or len(body) != int(whole[1]):
        return 0, b""
    return int(head.split()[1]), body


def visit(fault, log, page):
    """Two questions one after the other, and how it ended; None where the server did not start."""
    environment = os.environ | ({"BROADSIDE_FAULT": fault, "BROADSIDE_FAULT_LOG": log, "LD_PRELOAD": SHIM} if fault else {})
    server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--quiet", "--page", page], env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # fmt: skip
    try:
        said = b""
        for line in server.stderr:
            said += line
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", said)
            if found:
                break
        else:
            code = server.wait(PATIENCE)
            return None if code == 1 and said.strip() else f"exit {code} at the start: {said.decode()}"
        answers = ask(int(found[1])), ask(int(found[1]))
        server.send_signal(signal.SIGTERM)
        server.stderr.read()
        return *answers, server.wait(PATIENCE)
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()
        server.stderr.close()


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "struck")
        page = os.path.join(folder, "page")
        os.mkdir(page)
        with open(os.path.join(page, "index.html"), "w") as file:
            file.write("<!doctype html><title>Broadside</title>")
        first, second, code = visit(None, log, page)
        if first != second or first[0] != 200 or code != 0:
            sys.exit(f"undisturbed: {first} {second} exit {code}")
        for kind in KINDS:
            tried, n = 0, 1
            while tried < MOST:
                seen = visit(f"{kind}:{n}", log, page)
                if not os.path.exists(log):
                    break
                os.remove(log)
                tried += 1
                if isinstance(seen, str):
                    bad += 1
                    print(f"BAD: {kind} call {n}: {seen}")
                elif seen is not None:
                    told, after, code = seen
                    fits = (told == first or told[0] in (0, 500, 503)) and after == first and code == 0
                    if not fits:
                        bad += 1
                        print(f"BAD: {kind} call {n}: {told}, then {after}, exit {code}")
                n += 1 + n * (50 // MOST if kind == "memory" else 0)
            print(f"{kind}: {tried} calls failed", flush=True)
            if tried < min(LEAST.get(kind, 0), MOST):
                bad += 1
                print(f"BAD: {kind}: nothing is tested")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
