"""Many visitors at once: every question is answered, and memory stays what it is.

BROADSIDE_QUESTIONS says how many; usually 10,000."""

import os
import threading
import time

from served import QUESTION, SANITISED, Server, Visitor, check, run

QUESTIONS = int(os.environ.get("BROADSIDE_QUESTIONS", "10000"))
CONNECTIONS = 64


def ask_many(server, count):
    """`count` questions from 64 connections; the replies that were not as expected."""
    with Visitor(server) as visitor:
        expected = visitor.ask()[2]
    wrong = []
    turns = iter(range(count))
    lock = threading.Lock()

    def visit():
        try:
            with Visitor(server) as visitor:
                while True:
                    with lock:
                        if next(turns, None) is None:
                            return
                    status, _, body = visitor.ask(QUESTION)
                    if status != 200 or body != expected:
                        wrong.append((status, body))
        except Exception as error:
            wrong.append(repr(error))

    visitors = [threading.Thread(target=visit) for _ in range(CONNECTIONS)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    return wrong


def ten_thousand_questions_from_64_connections():
    with Server() as server:
        began = time.monotonic()
        wrong = ask_many(server, QUESTIONS)
        took = time.monotonic() - began
        check(not wrong, len(wrong), "wrong:", wrong[:3])
        print("  %d questions from %d connections: %d errors, %.0f a second"
              % (QUESTIONS, CONNECTIONS, len(wrong), QUESTIONS / took))
        check(server.stop() == 0, "it ended badly:", server.said)
        answered = [line for line in server.log() if '"POST /api/ask" 200' in line]
        check(len(answered) == QUESTIONS + 1, "lines in the log:", len(answered))


def memory_is_flat():
    with Server("--quiet") as server:
        ask_many(server, max(QUESTIONS // 5, 200))  # what is kept for good is there now
        before = server.memory()
        ask_many(server, QUESTIONS)
        after = server.memory()
        print("  memory of server and workers: %.1f MB, after %d more questions %.1f MB"
              % (before / 1e6, QUESTIONS, after / 1e6))
        # One kilobyte lost a question would be far more. A sanitiser keeps what was freed.
        check(SANITISED or after - before < 2e6 + 50 * QUESTIONS, "it grew by", after - before)


def one_question_behind_100_slow_connections():
    with Server() as server:
        with Visitor(server) as visitor:
            visitor.ask()  # the worker is warm
        slow = [Visitor(server) for _ in range(100)]
        for visitor in slow:
            visitor.send(b"POST /api/ask HTTP/1.1\r\nHost: loc")
        began = time.monotonic()
        with Visitor(server) as visitor:
            status, _, _ = visitor.ask()
        took = time.monotonic() - began
        check(status == 200, status)
        print("  behind 100 slow connections: %.1f ms" % (took * 1000))
        for visitor in slow:  # they were not dealt with first: each can still go on
            visitor.send(b"alhost\r\nContent-Length: %d\r\n\r\n%s" % (len(QUESTION), QUESTION))
            check(visitor.reply()[0] == 200, "a slow one was dropped")
            visitor.close()


run(ten_thousand_questions_from_64_connections, memory_is_flat,
    one_question_behind_100_slow_connections)
