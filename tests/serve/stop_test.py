"""SIGTERM under load: what was accepted is answered.

BROADSIDE_QUESTIONS: questions before the signal, usually 300."""

import os
import signal
import socket
import threading
import time

from served import PATIENCE, QUESTION, Gone, Server, Visitor, check, run

BEFORE = int(os.environ.get("BROADSIDE_QUESTIONS", "300"))
RUNS = 5
ASK = (b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
       % (len(QUESTION), QUESTION))


class Crowd:
    """32 visitors that keep their connection, 32 that take a new one for each question. Whoever
    kept one and paused is idle to the server: he may find it closed, and would ask again elsewhere."""

    IDLE = 0.5  # seconds

    def __init__(self, server):
        self.server = server
        self.answered, self.lost, self.idle = 0, [], 0
        self.lock = threading.Lock()
        self.enough = threading.Event()
        self.threads = [threading.Thread(target=self.visit, args=(number % 2 == 0,))
                        for number in range(64)]

    def note(self, status, headers):
        with self.lock:
            self.answered += status == 200
            if status != 200:
                self.lost.append(status)
            if self.answered >= BEFORE:
                self.enough.set()
        return headers["connection"] == "keep-alive"

    def visit(self, keeps):
        visitor = None
        replied = time.monotonic()
        while True:
            if visitor is None:
                try:
                    visitor = Visitor(self.server)
                    replied = time.monotonic()
                except (ConnectionRefusedError, ConnectionResetError, socket.timeout):
                    return  # nobody accepts any more
            kept, paused = visitor.replies > 0, True
            try:
                visitor.send(ASK)
                paused = time.monotonic() - replied > self.IDLE
                status, headers, _ = visitor.reply()
                replied = time.monotonic()
                goes_on = self.note(status, headers)
            except (Gone, BrokenPipeError, ConnectionResetError) as error:
                with self.lock:
                    if kept and paused:
                        self.idle += 1
                    else:
                        self.lost.append(repr(error))
                return
            if not keeps or not goes_on:
                visitor.close()
                visitor = None


def no_accepted_question_is_lost():
    for number in range(RUNS):
        with Server() as server:
            crowd = Crowd(server)
            for thread in crowd.threads:
                thread.start()
            check(crowd.enough.wait(PATIENCE), "too few answers")
            code = server.stop()
            for thread in crowd.threads:
                thread.join()
            answered = sum('"POST /api/ask" 200' in line for line in server.log())
            print("  run %d of %d: %d answered, %d lost, %d idle when closed, exit code %d"
                  % (number + 1, RUNS, crowd.answered, len(crowd.lost), crowd.idle, code))
            check(code == 0, "exit code", code, server.said)
            check(not crowd.lost, crowd.lost[:3])
            check(answered == crowd.answered, "the log has", answered)


def connections_that_wait_are_accepted_and_answered():
    with Server() as server:
        server.process.send_signal(signal.SIGSTOP)  # nobody accepts now
        visitors = [Visitor(server) for _ in range(32)]
        for visitor in visitors:
            visitor.send(ASK)
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGCONT)
        for visitor in visitors:
            status, headers, _ = visitor.reply()
            check(status == 200 and headers["connection"] == "close", status, headers)
            visitor.close()
        check(server.stop() == 0, server.said)


def idle_connections_do_not_keep_it():
    with Server() as server:
        visitors = [Visitor(server) for _ in range(10)]
        for visitor in visitors:
            visitor.ask()
        server.process.send_signal(signal.SIGTERM)
        for visitor in visitors:
            check(visitor.ends(), "still open")
        check(server.stop() == 0, server.said)


def the_second_signal_ends_it_at_once():
    with Server() as server:
        stuck = server.workers()
        for pid in stuck:
            os.kill(pid, signal.SIGSTOP)
        visitor = Visitor(server)
        visitor.send(ASK)
        with Visitor(server) as other:
            while b'"under_way":1' not in other.get("/api/health")[2]:
                time.sleep(0.01)
        server.process.send_signal(signal.SIGTERM)
        while "finishing" not in server.said:
            time.sleep(0.01)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        for pid in stuck:  # none is left behind
            check(not os.path.exists("/proc/%d" % pid), "a worker is left")
        visitor.close()


run(no_accepted_question_is_lost, connections_that_wait_are_accepted_and_answered,
    idle_connections_do_not_keep_it, the_second_signal_ends_it_at_once)
