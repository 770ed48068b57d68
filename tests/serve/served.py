"""A server of the program under test, and its visitors: over the loopback interface only."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

PROGRAM = os.environ["BROADSIDE_PROGRAM"]
SANITISED = "BROADSIDE_SANITISED" in os.environ
QUESTION = b'{"attacker": "2 cruiser", "defender": "cruiser, destroyer"}'
PATIENCE = 60  # seconds until a test gives a server up that does not answer


def make_page(folder):
    """A small page, and a secret beside it that must not be seen."""
    page = os.path.join(folder, "page")
    os.makedirs(os.path.join(page, "assets"))
    os.makedirs(os.path.join(page, ".git"))
    files = {
        "index.html": b"<!doctype html><title>Broadside</title>",
        "assets/app-0f3a9c1b2d.js": b"export {};\n" * 50,
        "assets/app-0f3a9c1b2d.js.br": b"as brotli",
        "assets/app-0f3a9c1b2d.js.gz": b"as gzip",
        "engine.wasm": b"\0asm\1\0\0\0",
        "manifest.webmanifest": b"{}",
        "with blank.txt": b"blank",
        ".hidden": b"secret",
        ".git/config": b"secret",
    }
    for name, text in files.items():
        with open(os.path.join(page, name), "wb") as file:
            file.write(text)
    with open(os.path.join(folder, "secret.txt"), "wb") as file:
        file.write(b"secret")
    os.symlink("../secret.txt", os.path.join(page, "link.txt"))
    os.symlink("/etc", os.path.join(page, "etc"))
    return page


class Server:
    """`broadside serve` on a port that is free; a page of its own unless told otherwise."""

    def __init__(self, *options, page=True, program=PROGRAM, environment=()):
        self.folder = tempfile.mkdtemp(prefix="broadside-serve-")
        command = [program, "serve", "--port", "0", *options]
        if page:
            command += ["--page", make_page(self.folder)]
        self.log_path = os.path.join(self.folder, "access.log")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                env={**os.environ, **dict(environment)})
        self.said = ""
        for line in self.process.stderr:
            self.said += line.decode()
            found = re.search(r"serving http://(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/", self.said)
            if found:
                break
        else:
            raise AssertionError("the server did not start: " + self.said)
        self.port = int(found.group(1))
        self.reader = threading.Thread(target=self._read_on, daemon=True)
        self.reader.start()

    def _read_on(self):
        for line in self.process.stderr:
            self.said += line.decode(errors="replace")

    def log(self):
        with open(self.log_path, encoding="ascii") as log:
            return log.read().splitlines()

    def workers(self):
        """Process ids of those who answer."""
        task = "/proc/%d/task/%d/children" % (self.process.pid, self.process.pid)
        with open(task) as children:
            return [int(pid) for pid in children.read().split()]

    def memory(self):
        """Bytes that the server and its workers hold."""
        total = 0
        for pid in [self.process.pid, *self.workers()]:
            with open("/proc/%d/smaps_rollup" % pid) as parts:
                total += sum(int(line.split()[1]) * 1024
                             for line in parts if line.startswith("Private_"))
        return total

    def stop(self):
        """Ends it as an operator would; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stderr.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        try:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait(PATIENCE)
            self.reader.join(PATIENCE)
            # The exit code of a worker is nobody's; what a sanitiser says about it is.
            check("Sanitizer" not in self.said and "runtime error" not in self.said, self.said)
        finally:
            shutil.rmtree(self.folder)


class Gone(Exception):
    """The connection ended before there was a whole reply."""


class Visitor:
    """One connection."""

    def __init__(self, server):
        self.socket = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.held = b""
        self.replies = 0

    def send(self, data):
        self.socket.sendall(data)

    def _more(self):
        try:
            got = self.socket.recv(1 << 16)
        except ConnectionResetError:
            got = b""
        if not got:
            raise Gone(self.held)
        self.held += got

    def reply(self, head_only=False):
        """Status, headers (names in small letters), body."""
        while b"\r\n\r\n" not in self.held:
            self._more()
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        if status == 100:
            return self.reply(head_only)
        headers = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            assert name.lower() not in headers, "twice in a reply: " + name
            headers[name.lower()] = value
        length = 0 if head_only or status == 304 else int(headers["content-length"])
        while len(self.held) < length:
            self._more()
        body, self.held = self.held[:length], self.held[length:]
        self.replies += 1
        return status, headers, body

    def ends(self):
        """Whether the server has closed, after what it sent."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass
        return True

    def ask(self, question=QUESTION, head=b""):
        self.send(b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n%s\r\n%s"
                  % (len(question), head, question))
        return self.reply()

    def get(self, target="/", head=b"", method=b"GET"):
        self.send(b"%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
                  % (method, target.encode("latin-1"), head))
        return self.reply(head_only=method == b"HEAD")

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self.close()


def once(server, raw):
    """The reply to one raw request."""
    with Visitor(server) as visitor:
        try:
            visitor.send(raw)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all of it was sent: the reply is there all the same
        return visitor.reply()


def check(holds, *what):
    if not holds:
        raise AssertionError(" ".join(str(part) for part in what))


def is_alive(server):
    """Asks a question on a new connection: is it answered as ever?"""
    with Visitor(server) as visitor:
        status, _, body = visitor.ask()
    check(status == 200 and "attacker_win" in json.loads(body), "no answer any more:", status, body)


def run(*cases):
    """Runs the cases that are named in the call, or all."""
    named = sys.argv[1:]
    for case in cases:
        if named and case.__name__ not in named:
            continue
        print(case.__name__.replace("_", " "), flush=True)
        case()
    print("ok")
