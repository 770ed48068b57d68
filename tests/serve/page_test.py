"""What visitors get: right types, caching, safety; or a page that says what is missing."""

import json
import os
import shutil
import subprocess
import tempfile
import time

from served import PROGRAM, Server, Visitor, check, make_page, run


def files_and_their_types():
    with Server() as server, Visitor(server) as visitor:
        types = {
            "/": "text/html; charset=utf-8",
            "/index.html": "text/html; charset=utf-8",
            "/engine.wasm": "application/wasm",
            "/manifest.webmanifest": "application/manifest+json",
            "/assets/app-0f3a9c1b2d.js": "text/javascript; charset=utf-8",
            "/assets/app-0f3a9c1b2d.js?version=2": "text/javascript; charset=utf-8",
            "/with%20blank.txt": "text/plain; charset=utf-8",
        }
        for target, expected in types.items():
            status, headers, body = visitor.get(target)
            check(status == 200 and headers["content-type"] == expected, target, status, headers)
            check(len(body) > 0, target)
        # The head alone says the same, without a body.
        _, whole, _ = visitor.get("/")
        status, head, _ = visitor.get("/", method=b"HEAD")
        check(status == 200, status)
        for name in set(whole) - {"date"}:
            check(head[name] == whole[name], name, head)


def compressed_forms():
    with Server() as server, Visitor(server) as visitor:
        target = "/assets/app-0f3a9c1b2d.js"
        plain = visitor.get(target)[2]
        for accepted, coding, text in (("br, gzip", "br", b"as brotli"),
                                       ("gzip", "gzip", b"as gzip"),
                                       ("GZIP;q=0.5", "gzip", b"as gzip"),
                                       ("br;q=0, gzip;q=0.1", "gzip", b"as gzip"),
                                       ("deflate", None, plain), ("br;q=0", None, plain)):
            _, headers, body = visitor.get(target, b"Accept-Encoding: %s\r\n" % accepted.encode())
            check(headers.get("content-encoding") == coding and body == text, accepted, headers)
            check(headers["vary"] == "Accept-Encoding", headers)
        _, headers, _ = visitor.get("/", b"Accept-Encoding: br\r\n")
        check("content-encoding" not in headers, headers)


def what_a_visitor_has_is_not_sent_again():
    with Server() as server, Visitor(server) as visitor:
        tags = set()
        for target, lasting in (("/", False), ("/assets/app-0f3a9c1b2d.js", True)):
            for head in (b"", b"Accept-Encoding: br\r\n"):
                _, headers, _ = visitor.get(target, head)
                check(("immutable" in headers["cache-control"]) == lasting, headers)
                check(lasting or headers["cache-control"] == "no-cache", headers)
                tag = headers["etag"].encode()
                tags.add(tag)
                for known in (tag, b"W/" + tag, b'"x", ' + tag, b"*"):
                    known = b"If-None-Match: %s\r\n" % known
                    status, _, body = visitor.get(target, head + known)
                    check(status == 304 and not body, known, status)
                status, _, _ = visitor.get(target, head + b'If-None-Match: "other"\r\n')
                check(status == 200, status)
        check(len(tags) == 3, "each form has a tag of its own", tags)


def every_reply_is_safe():
    with Server() as server:
        def replies():
            with Visitor(server) as visitor:
                yield visitor.get("/")
                yield visitor.get("/nothing")
                yield visitor.get("/api/health")
                yield visitor.ask()
                yield visitor.ask(b"{")
                visitor.send(b"\0\r\n\r\n")
                yield visitor.reply()
        for status, headers, _ in replies():
            policy = headers["content-security-policy"]
            for part in ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'",
                         "connect-src 'self'", "worker-src 'self'", "frame-ancestors 'none'",
                         "base-uri 'none'"):
                check(part in policy.split("; "), status, part, policy)
            check("unsafe-inline" not in policy and "'unsafe-eval'" not in policy, policy)
            for name, value in (("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
                                ("referrer-policy", "no-referrer"),
                                ("cross-origin-resource-policy", "same-origin"),
                                ("cross-origin-opener-policy", "same-origin")):
                check(headers[name] == value, status, name)


def without_a_page():
    with Server("--page-missing", "there is no <clang> \"19\" & more", page=False) as server:
        with Visitor(server) as visitor:
            status, headers, body = visitor.get("/")
            check(status == 503 and "text/html" in headers["content-type"], status, headers)
            check(b"there is no &lt;clang&gt; &quot;19&quot; &amp; more" in body, body)
            check(json.loads(visitor.get("/api/health")[2])["page"] is False, "it says it has one")
            check(visitor.ask()[0] == 200, "questions are answered all the same")


def the_installed_page_is_found():
    """bin/broadside and share/broadside/page, wherever both were put."""
    with tempfile.TemporaryDirectory() as place:
        os.mkdir(os.path.join(place, "bin"))
        os.makedirs(os.path.join(place, "share", "broadside"))
        program = os.path.join(place, "bin", "broadside")
        shutil.copy(PROGRAM, program)
        os.rename(make_page(place), os.path.join(place, "share", "broadside", "page"))
        with Server(page=False, program=program) as server, Visitor(server) as visitor:
            check(visitor.get("/engine.wasm")[0] == 200, "it was not found")
            check(json.loads(visitor.get("/api/health")[2])["page"] is True, "it says it has none")


def open_shows_the_page():
    """In a browser of its own, which holds none of the server's connections."""
    with tempfile.TemporaryDirectory() as place:
        opener, seen = os.path.join(place, "xdg-open"), os.path.join(place, "seen")
        with open(opener, "w") as script:
            script.write('#!/bin/sh\n{ echo "$1"; ls -l /proc/$$/fd; } >%s.new\nmv %s.new %s\n'
                         % (seen, seen, seen))
        os.chmod(opener, 0o755)
        path = os.environ["PATH"]
        os.environ["PATH"] = place + ":" + path
        try:
            with Server("--open") as server:
                while not os.path.exists(seen):
                    time.sleep(0.01)
                with open(seen) as told:
                    text = told.read()
        finally:
            os.environ["PATH"] = path
        check(text.startswith("http://127.0.0.1:%d/\n" % server.port), text)
        check("socket:" not in text and "eventpoll" not in text, text)


def health():
    with Server() as server, Visitor(server) as visitor:
        visitor.ask()
        status, headers, body = visitor.get("/api/health")
        told = json.loads(body)
        check(status == 200 and headers["content-type"] == "application/json", status, headers)
        check(told["status"] == "ok" and told["page"] is True, told)
        check(told["questions"] == {"under_way": 0, "waiting": 0, "answered": 1}, told)
        check(told["connections"] == 1, told)


def mistakes_in_the_call():
    def call(*words):
        done = subprocess.run([PROGRAM, "serve", *words], capture_output=True, text=True,
                              timeout=60)
        check(not done.stdout, done.stdout)
        return done.returncode, done.stderr

    for words in (("--port", "65536"), ("--port", "http"), ("--time", "soon"), ("--memory", "1"),
                  ("--questions", "0"), ("--connections", "-1"), ("--prot", "80"),
                  ("--name", "http://odds.example.org"), ("--name", "odds:80"), ("--name", "")):
        code, said = call(*words)
        check(code == 2 and "hint" in said, words, code, said)
    for words in (("--page", "/nowhere"), ("--page", os.path.dirname(__file__)),
                  ("--host", "elsewhere")):
        code, said = call("--port", "0", *words)
        check(code == 1 and words[1] in said, words, code, said)
    with Server() as server:
        code, said = call("--port", str(server.port))
        check(code == 1 and "--port 0" in said, code, said)


run(files_and_their_types, compressed_forms, what_a_visitor_has_is_not_sent_again,
    every_reply_is_safe, without_a_page, the_installed_page_is_found,
    open_shows_the_page, health, mistakes_in_the_call)
