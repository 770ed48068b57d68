"""Too slow, too many, too much: each is told so, and the others do not notice."""

import json
import os
import signal
import subprocess
import tempfile
import time

from served import PROGRAM, QUESTION, SANITISED, Gone, Server, Visitor, check, is_alive, run

ASK = b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
LONG = json.dumps({"attacker": "2 dn", "defender": "ws",
                   "options": {"engine": "mc", "battles": 10**14}}).encode()


def slow_visitors():
    with Server("--patience", "0.2s") as server:
        for part in (b"", b"GET / HT", b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\n",
                     ASK % (len(QUESTION), QUESTION[:-1]),
                     b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\n"
                     b"Transfer-Encoding: chunked\r\n\r\n1\r\n{"):
            with Visitor(server) as visitor:
                visitor.send(part)
                status, headers, _ = visitor.reply()
                check(status == 408 and headers["connection"] == "close", part, status)
                check(visitor.ends(), "still open")
        # Drop by drop is slow too: the time is that of the whole head.
        with Visitor(server) as visitor:
            visitor.socket.settimeout(0.02)
            while b"408" not in visitor.held:
                visitor.send(b"G")
                try:
                    visitor._more()
                except TimeoutError:
                    pass
        is_alive(server)


def too_many_questions():
    with Server("--questions", "3") as server:
        workers = server.workers()
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)  # every answer waits
        visitors = [Visitor(server) for _ in range(len(workers) + 3)]
        with Visitor(server) as other:
            for visitor in visitors:
                visitor.send(ASK % (len(QUESTION), QUESTION))
            while json.loads(other.get("/api/health")[2])["questions"]["waiting"] < 3:
                time.sleep(0.01)
            status, headers, body = other.ask()
            check(status == 429 and int(headers["retry-after"]) >= 1, status, headers)
            check("error" in json.loads(body), body)
            check(other.get("/")[0] == 200, "the page is there all the same")
            for pid in workers:
                os.kill(pid, signal.SIGCONT)
            for visitor in visitors:
                check(visitor.reply()[0] == 200, "one that waited was lost")
                visitor.close()
            check(other.ask()[0] == 200, "no answer afterwards")


def too_many_connections():
    with Server("--connections", "20") as server:
        visitors = [Visitor(server) for _ in range(20)]
        for visitor in visitors:
            check(visitor.get("/api/health")[0] == 200, "within the limit")
        with Visitor(server) as one_more:
            status, headers, _ = one_more.get("/")
            check(status == 503 and "retry-after" in headers, status, headers)
            check(one_more.ends(), "still open")
        crowd = [Visitor(server) for _ in range(300)]  # far too many: closed
        for visitor in crowd:
            visitor.close()
        for visitor in visitors:
            check(visitor.ask()[0] == 200, "one within the limit was dropped")
            visitor.close()
        while True:  # as soon as some have left
            try:
                is_alive(server)
                break
            except (AssertionError, Gone):
                time.sleep(0.01)


def too_long_a_question():
    with Server("--time", "0.3s") as server, Visitor(server) as visitor:
        status, _, body = visitor.ask(LONG)
        report = json.loads(body)
        check(status == 200 and 0 < report["battles"] < 10**14, status, body[:200])
        # One that does not look at the time is ended.
        for pid in server.workers():
            os.kill(pid, signal.SIGSTOP)
        status, _, body = visitor.ask()
        problem = json.loads(body)["error"]["problem"]
        check(status == 422 and "longer than 0.3 s" in problem, status, body)
        check(visitor.ask()[0] == 200, "no new worker")


def too_large_a_question():
    """Its tables take 80 MB: too many for 64, few enough for what is usual."""
    attacker = dict.fromkeys(["dreadnought", "pds", "destroyer", "carrier", "war_sun", "cruiser"], 100)
    defender = dict.fromkeys(["dreadnought", "pds", "fighter"], 100)
    question = json.dumps({
        "battle": "space", "options": {"battles": 1000},
        "attacker": {"faction": "empyrean", "units": {**attacker, "flagship": 20}},
        "defender": {"faction": "empyrean", "units": {**defender, "flagship": 1, "space_dock": 1}},
    }).encode()
    with Server("--memory", "64") as server, Visitor(server) as visitor:
        status, _, body = visitor.ask(question)
        if not SANITISED:  # whose memory is beyond any limit
            check(status == 422 and "more than 64 MB" in json.loads(body)["error"]["problem"],
                  status, body)
        check(visitor.ask()[0] == 200, "no answer afterwards")
    with Server("--time", "60s") as server, Visitor(server) as visitor:  # a sanitiser needs some of them
        status, _, body = visitor.ask(question)
        check(status == 200, "with memory enough it is answered", status, body)


def a_worker_that_dies():
    with Server() as server, Visitor(server) as visitor:
        for pid in server.workers():
            os.kill(pid, signal.SIGSTOP)
        visitor.send(ASK % (len(QUESTION), QUESTION))
        with Visitor(server) as other:
            while json.loads(other.get("/api/health")[2])["questions"]["under_way"] < 1:
                time.sleep(0.01)
        for pid in server.workers():
            os.kill(pid, signal.SIGKILL)
        status, _, body = visitor.reply()
        check(status == 500 and "error" in json.loads(body), status, body)
        for _ in range(3):  # also where one died that had nothing to do
            check(visitor.ask()[0] == 200, "no new worker")
        check(server.process.poll() is None, "the server died too")


def a_worker_that_cannot_be_watched():
    """No room for a new one in epoll (tests/fault): that question is told so, the server goes on."""
    library = os.environ.get("BROADSIDE_FAULT_LIBRARY")
    if not library:
        return
    with tempfile.TemporaryDirectory() as place:
        now = os.path.join(place, "now")
        environment = {"LD_PRELOAD": library, "BROADSIDE_FAULT": "watch:1",
                       "BROADSIDE_FAULT_WHEN": now}
        with Server(environment=environment) as server, Visitor(server) as visitor:
            check(visitor.ask()[0] == 200, "no answer at first")
            workers = server.workers()
            for pid in workers:
                os.kill(pid, signal.SIGKILL)
            for pid in workers:
                while True:
                    with open("/proc/%d/stat" % pid, encoding="ascii") as stat:
                        if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                            break
                    time.sleep(0.01)
            with open(now, "w", encoding="ascii"):
                pass
            status, headers, body = visitor.ask()
            check(status == 503 and "retry-after" in headers, status, body)
            check(b"no worker could be started" in body, body)
            check(visitor.ask()[0] == 200, "no answer afterwards")
            check(server.stop() == 0, server.said)


def a_reader_of_the_log_that_stops_reading():
    """Standard output is a pipe that nobody reads: the server goes on."""
    read_end, write_end = os.pipe()
    process = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=write_end,
                               stderr=subprocess.PIPE)
    try:
        line = process.stderr.readline().decode()
        port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))
        server = type("Place", (), {"port": port})
        with Visitor(server) as visitor:
            for _ in range(2000):  # 64 KB are soon full
                check(visitor.get("/api/health")[0] == 200, "it waits for its reader")
        held = os.read(read_end, 1 << 20)
        check(held.count(b"\n") > 100, held[:100])
        with Visitor(server) as visitor:
            visitor.get("/api/health")
        check(b"lines left out" in os.read(read_end, 1 << 20), "it does not say what is missing")
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
        os.close(read_end)
        os.close(write_end)


run(slow_visitors, too_many_questions, too_many_connections, too_long_a_question,
    too_large_a_question, a_worker_that_dies, a_worker_that_cannot_be_watched,
    a_reader_of_the_log_that_stops_reading)
