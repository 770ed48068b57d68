"""Oversized, malformed, hostile: refused with the right status, and the server goes on."""

import json
import socket

from served import QUESTION, Gone, Server, Visitor, check, is_alive, once, run

# None of them is a file of the page; 400 where it is no path at all.
PATHS = {
    "/../secret.txt": 404,
    "/..": 404,
    "/../../../../etc/passwd": 404,
    "/assets/../../secret.txt": 404,
    "/assets/../index.html": 404,
    "/./index.html": 404,
    "//index.html": 404,
    "//etc/passwd": 404,
    "/%2e%2e/secret.txt": 404,
    "/%2e%2e%2fsecret.txt": 404,
    "/..%2fsecret.txt": 404,
    "/%252e%252e/secret.txt": 404,
    "/assets/%2e%2e/%2e%2e/secret.txt": 404,
    "/..;/secret.txt": 404,
    "/....//secret.txt": 404,
    "/link.txt": 404,
    "/etc/passwd": 404,
    "/.hidden": 404,
    "/.git/config": 404,
    "/index.html/": 404,
    "/assets": 404,
    "/index.html.": 404,
    "/INDEX.HTML": 404,
    "/api/ask/": 404,
    "/api": 404,
    "/proc/self/environ": 404,
    "/index.html%00.txt": 400,
    "/%00": 400,
    "/index.html%0a": 400,
    "/index.html%0d%0aX-Injected:%201": 400,
    "/..\\secret.txt": 400,
    "/%5c..%5csecret.txt": 400,
    "/%c0%ae%c0%ae/secret.txt": 400,
    "/%": 400,
    "/%zz": 400,
    "/%2": 400,
    "/\xff": 400,
    "index.html": 400,
    "*": 400,
    "file:///etc/passwd": 400,
    "http://elsewhere.example/../secret.txt": 404,
}


def no_path_leads_out():
    with Server() as server:
        for path, expected in PATHS.items():
            raw = ("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path).encode("latin-1")
            status, headers, body = once(server, raw)
            check(status == expected, repr(path), status, body)
            check(b"secret" not in body and b"root:" not in body, repr(path), body)
            check("x-injected" not in headers, headers)
            check("error" in json.loads(body), body)
        is_alive(server)
        check(server.stop() == 0, server.said)
        check(len(server.log()) == len(PATHS) + 1, "a line in the log is no request")


def wrong_methods():
    with Server() as server:
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW", "POST"):
            raw = "%s / HTTP/1.1\r\nHost: localhost\r\n\r\n" % method
            status, headers, _ = once(server, raw.encode())
            check(status == 405 and headers["allow"] == "GET, HEAD", method, status, headers)
        for method in ("GET", "PUT", "OPTIONS"):
            raw = "%s /api/ask HTTP/1.1\r\nHost: localhost\r\n\r\n" % method
            status, headers, _ = once(server, raw.encode())
            check(status == 405 and headers["allow"] == "POST", method, status, headers)
            check("access-control-allow-origin" not in headers, headers)
        is_alive(server)


HOST = b"Host: localhost\r\n"
ASK = b"POST /api/ask HTTP/1.1\r\n" + HOST
GET = b"GET / HTTP/1.1\r\n" + HOST
# What is sent, the status that is right; None: the connection ends without a reply.
REQUESTS = {
    "no request": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "nothing but lines": (b"\r\n\r\n", 400),
    "another protocol": (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "HTTP/0.9": (b"GET /\r\n\r\n", 400),
    "HTTP/3.7": (b"GET / HTTP/3.7\r\n" + HOST + b"\r\n", 505),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (GET + b"Host: elsewhere\r\n\r\n", 400),
    "a blank in a name": (GET + b"X Y: 1\r\n\r\n", 400),
    "a blank before the colon": (GET + b"Content-Length : 3\r\n\r\nabc", 400),
    "a control character": (GET + b"X: a\x01b\r\n\r\n", 400),
    "a zero": (GET + b"X: a\x00b\r\n\r\n", 400),
    "a long line": (GET + b"X: " + b"a" * 20000 + b"\r\n\r\n", 431),
    "a long target": (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 431),
    "many lines": (GET + b"".join(b"X-%d: 1\r\n" % i for i in range(5000)) + b"\r\n", 431),
    "a long target and long lines, each within the limit":
        (b"GET /" + b"a" * 10000 + b" HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 10000 + b"\r\n\r\n", 431),
    "an endless head": (b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * 100000, 431),
    "too long a question": (ASK + b"Content-Length: 300000\r\n\r\n" + b" " * 300000, 413),
    "far too long": (ASK + b"Content-Length: 99999999999999\r\n\r\n", 413),
    "longer than a number": (ASK + b"Content-Length: 99999999999999999999999999\r\n\r\n", 400),
    "a negative length": (ASK + b"Content-Length: -1\r\n\r\n", 400),
    "a length in words": (ASK + b"Content-Length: ten\r\n\r\n", 400),
    "two lengths": (ASK + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
    "a list of lengths": (ASK + b"Content-Length: 3, 4\r\n\r\nabcd", 400),
    "a length and chunks":
        (ASK + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "chunks and a length":
        (ASK + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
    "chunked twice":
        (ASK + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    "chunked after something": (ASK + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
    "chunked before something": (ASK + b"Transfer-Encoding: chunked, identity\r\n\r\n", 501),
    "nearly chunked": (ASK + b"Transfer-Encoding: xchunked\r\n\r\n", 501),
    "chunks of HTTP/1.0":
        (b"POST /api/ask HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a chunk without a size": (ASK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    "a negative chunk": (ASK + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
    "a chunk of 2^64":
        (ASK + b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\nabc", 400),
    "a chunk beyond the limit": (ASK + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\nabc", 413),
    "many chunks beyond it":
        (ASK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n%s\r\n" % (b" " * 4096) * 80, 413),
    "a chunk longer than it says":
        (ASK + b"Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n", 400),
    "compressed": (ASK + b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", 415),
    "an expectation": (ASK + b"Expect: the-unexpected\r\nContent-Length: 2\r\n\r\n{}", 417),
    "a page from elsewhere":
        (ASK + b"Origin: http://elsewhere.example\r\nContent-Length: 2\r\n\r\n{}", 403),
    "a page of nowhere": (ASK + b"Origin: null\r\nContent-Length: 2\r\n\r\n{}", 403),
    # A name of somebody else that leads here: to the browser it is one and the same site.
    "a name from elsewhere":
        (b"POST /api/ask HTTP/1.1\r\nHost: elsewhere.example\r\nOrigin: http://elsewhere.example\r\n"
         b"Sec-Fetch-Site: same-origin\r\nContent-Length: 2\r\n\r\n{}", 403),
    "a name from elsewhere, for the page":
        (b"GET / HTTP/1.1\r\nHost: elsewhere.example:8017\r\n\r\n", 403),
    "an empty name": (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", 403),
    "a name of no alphabet": (b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", 403),
    "a browser that says so":
        (ASK + b"Sec-Fetch-Site: cross-site\r\nContent-Length: 2\r\n\r\n{}", 403),
}


def malformed_requests():
    with Server() as server:
        for what, (raw, expected) in REQUESTS.items():
            try:
                status, headers, body = once(server, raw)
            except Gone:
                status, headers, body = None, {}, b""
            check(status == expected, what, "got", status, body)
            if status:
                check(headers["connection"] == "close", what, headers)
                check("error" in json.loads(body), what, body)
        is_alive(server)


# Malformed: 400. Well-formed and wrong: 422. Both with the engine's words.
QUESTIONS = {
    b"": 400,
    b"{": 400,
    b'{"attacker": "2 cruiser", "attacker": "3 cruiser"}': 400,
    b"\xff\xfe": 400,
    b"[" * 100000: 400,
    b'{"a":' * 20000: 400,
    b"null": 422,
    b"[]": 422,
    b'{"attacker": "101 cruiser", "defender": "cruiser"}': 422,
    b'{"attacker": {"units": {"cruiser": 1000000000}}, "defender": "cruiser"}': 422,
    b'{"attacker": "2 crusier", "defender": "cruiser"}': 422,
    b'{"ask": "everything"}': 422,
    b'{"ask": "best", "against": "ws", "budget": 1e300}': 422,
    b'{"attacker": 1, "defender": true}': 422,
}


def questions_that_cannot_be_answered():
    with Server() as server, Visitor(server) as visitor:
        for question, expected in QUESTIONS.items():
            status, headers, body = visitor.ask(question)
            check(status == expected, question[:60], status, body[:200])
            error = json.loads(body)["error"]
            check(error["problem"], body)
            check(headers["connection"] == "keep-alive", headers)  # the connection is not to blame
        check(visitor.ask()[0] == 200, "no answer after all that")


def broken_off():
    """Whoever leaves in the middle is forgotten."""
    with Server() as server:
        whole = ASK + b"Content-Length: %d\r\n\r\n%s" % (len(QUESTION), QUESTION)
        for cut in range(0, len(whole) + 1, 7):
            with Visitor(server) as visitor:
                visitor.send(whole[:cut])
                if cut % 2:  # with a reset instead of an end
                    visitor.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                              b"\1\0\0\0\0\0\0\0")
        is_alive(server)
        with Visitor(server) as visitor:
            check(json.loads(visitor.get("/api/health")[2])["status"] == "ok", "not well")


def allowed_and_unusual():
    with Server() as server:
        # One byte at a time, in chunks, with an expectation, several requests at once.
        with Visitor(server) as visitor:
            for byte in ASK + b"Transfer-Encoding: chunked\r\n\r\n":
                visitor.send(bytes([byte]))
            for byte in QUESTION:
                visitor.send(b"1\r\n%s\r\n" % bytes([byte]))
            visitor.send(b"0\r\n\r\n")
            status, _, in_chunks = visitor.reply()
            check(status == 200, status)
            status, _, body = visitor.ask(head=b"Expect: 100-continue\r\n")
            check(status == 200 and body == in_chunks, status)
            visitor.send((ASK + b"Content-Length: %d\r\n\r\n%s" % (len(QUESTION), QUESTION)) * 20)
            for _ in range(20):
                status, _, body = visitor.reply()
                check(status == 200 and body == in_chunks, status)
            visitor.send(b"GET http://localhost/index.html HTTP/1.1\r\n" + HOST + b"\r\n")
            check(visitor.reply()[0] == 200, "absolute form")
        status, headers, _ = once(server, b"GET / HTTP/1.0\r\n\r\n")
        check(status == 200 and headers["connection"] == "close", status, headers)
        # A sender that has said all it has to say still listens.
        with Visitor(server) as visitor:
            visitor.send(ASK + b"Content-Length: %d\r\n\r\n%s" % (len(QUESTION), QUESTION))
            visitor.socket.shutdown(socket.SHUT_WR)
            check(visitor.reply()[0] == 200, "half closed")
        with Visitor(server) as visitor:
            same = b"Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n"
            check(visitor.ask(head=same)[0] == 200, "the page itself may ask")


def the_names_of_the_server():
    """This machine's, and those that --name gives; elsewhere than on loopback any, unless some are given."""
    def status(server, host):
        return once(server, b"GET /api/health HTTP/1.1\r\nHost: %s\r\n\r\n" % host.encode())[0]

    with Server("--name", "odds.example.org", "--name", "b") as server:
        for host in ("localhost", "127.0.0.1:%d" % server.port, "[::1]:80", "B", "odds.example.org"):
            check(status(server, host) == 200, host)
        check(status(server, "elsewhere.example") == 403, "a name that nobody gave")
        with Visitor(server) as visitor:
            visitor.send((b"POST /api/ask HTTP/1.1\r\nHost: odds.example.org\r\n"
                          b"Origin: https://odds.example.org\r\nContent-Length: %d\r\n\r\n" %
                          len(QUESTION)) + QUESTION)
            check(visitor.reply()[0] == 200, "the page behind a proxy may ask")
    with Server("--host", "0.0.0.0") as server:
        check(status(server, "elsewhere.example") == 200, "what it is called there nobody knows")
    with Server("--host", "0.0.0.0", "--name", "odds.example.org") as server:
        check(status(server, "odds.example.org") == 200, "its name")
        check(status(server, "elsewhere.example") == 403, "another name")


run(no_path_leads_out, wrong_methods, malformed_requests, questions_that_cannot_be_answered,
    broken_off, allowed_and_unusual, the_names_of_the_server)
