#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""load.py PROGRAM [SECONDS]: what the server does when many use it at once.

Starts `PROGRAM serve` on a free port of this machine, with its games in a folder that goes away. Then, for so many
seconds (20): 200 sessions play games of two people, 50 streams of events listen to some of them, and 20 analyses search,
more than there are cores, each for a tenth of that time, at most two seconds. In the end every move that was answered with 200 must be there, after SIGTERM and a new start.

Prints how long requests took; exits with 1 at a 5xx, a broken connection, a stream that missed the end or a lost move.
Times are printed and not judged.
"""
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SESSIONS, STREAMS, SEARCHES = 200, 50, 20
PATIENCE = 60  # seconds that a request may take


class Failure(Exception):
    pass


class Server:
    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--data", os.path.join(folder, "games.db")], stdout=subprocess.PIPE, text=True)
        self.port = 0
        for line in self.process.stdout:
            if line.startswith("address"):
                self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])
                break
        if self.port == 0:
            raise Failure("the server has not started")

    def memory(self):
        """Megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) // 1024
        return 0

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(timeout=20) != 0:
            raise Failure(f"the server ended with {self.process.returncode}")


class Client:
    """One connection, opened again where the server has closed it while it was idle."""

    def __init__(self, port):
        self.port = port
        self.connection = None

    def ask(self, method, path, body=None):
        for attempt in range(2):
            fresh = self.connection is None
            if fresh:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                text = None if body is None else json.dumps(body)
                self.connection.request(method, path, text, {} if body is None else {"Content-Type": "application/json"})
                answer = self.connection.getresponse()
                data = answer.read()
                return answer.status, json.loads(data) if data else None
            except (ConnectionError, http.client.HTTPException):
                self.connection.close()
                self.connection = None
                if fresh or attempt == 1:
                    raise
        raise Failure("unreachable")


class Load:
    def __init__(self, port, seconds):
        self.port = port
        self.seconds = seconds
        self.end = time.monotonic() + seconds
        self.lock = threading.Lock()
        self.times, self.statuses, self.failures = [], {}, []
        self.played = {}  # game: the moves that were answered
        self.events = 0

    def note(self, seconds, status):
        with self.lock:
            self.times.append(seconds)
            self.statuses[status] = self.statuses.get(status, 0) + 1
            if status >= 500:
                self.failures.append(f"an answer with {status}")

    def ask(self, client, method, path, body=None):
        start = time.monotonic()
        status, answer = client.ask(method, path, body)
        self.note(time.monotonic() - start, status)
        return status, answer

    def session(self, number):
        rng = random.Random(number)
        client = Client(self.port)
        time.sleep(rng.random())
        while time.monotonic() < self.end:
            name, options = rng.choice([("havannah", "size=4"), ("hive", ""), ("samegame", "board=1")])
            seats = ["human"] * (1 if name == "samegame" else 2)
            status, game = self.ask(client, "POST", "/api/games", {"game": name, "options": options, "seats": seats})
            if status != 201:
                raise Failure(f"a game was refused: {game}")
            with self.lock:
                self.played[game["id"]] = []
            for _ in range(20):
                if time.monotonic() >= self.end or game["position"]["result"] is not None:
                    break
                move = rng.choice(game["position"]["board"]["moves"])["text"]
                path = f"/api/games/{game['id']}/play"
                status, answer = self.ask(client, "POST", path, {"move": move, "revision": game["revision"]})
                if status != 200:
                    raise Failure(f"{move} was refused: {answer}")
                game = answer
                with self.lock:
                    self.played[game["id"]] = game["saved"]["moves"]
                time.sleep(rng.random())

    def stream(self, path, last):
        """Reads events until the load is over; `last` must be the name of one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        if answer.status != 200:
            raise Failure(f"a stream was answered with {answer.status}")
        seen = set()
        while time.monotonic() < self.end + 2 or last not in seen:
            line = answer.fp.readline()
            if not line:
                raise Failure("a stream ended")
            if line.startswith(b"event: "):
                seen.add(line[7:].strip().decode())
                with self.lock:
                    self.events += 1
            if time.monotonic() > self.end + PATIENCE:
                raise Failure(f"a stream had no {last}, but {seen}")
        connection.close()

    def listen(self, number):
        client = Client(self.port)
        seats = ["flat:iterations=200", "flat:iterations=200"]
        body = {"game": "havannah", "options": "size=4", "seats": seats, "seed": number, "auto": number % 5 == 0}
        status, game = self.ask(client, "POST", "/api/games", body)
        if status != 201:
            raise Failure(f"a game was refused: {game}")
        self.stream(f"/api/games/{game['id']}/events", "game")

    def search(self, number):
        client = Client(self.port)
        body = {"game": "havannah", "options": "size=6", "seed": number, "seconds": min(2, self.seconds / 10), "player": "rave"}
        status, answer = self.ask(client, "POST", "/api/analyses", body)
        if status != 201:
            raise Failure(f"an analysis was refused: {answer}")
        self.stream(f"/api/analyses/{answer['id']}/events", "end")

    def guarded(self, work, number):
        try:
            work(number)
        except Exception as error:  # whatever it is, it is a finding
            with self.lock:
                self.failures.append(f"{work.__name__} {number}: {type(error).__name__}: {error}")

    def run(self):
        work = [(self.session, SESSIONS), (self.listen, STREAMS), (self.search, SEARCHES)]
        threads = [threading.Thread(target=self.guarded, args=(what, i), daemon=True) for what, count in work for i in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, self.end + 2 * PATIENCE - time.monotonic()))
            if thread.is_alive():
                raise Failure("somebody still waits for an answer")


def main():
    program = os.path.abspath(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    folder = tempfile.mkdtemp(prefix="banyan-load-")
    server = None
    try:
        server = Server(program, folder)
        load = Load(server.port, seconds)
        load.run()
        memory = server.memory()
        server.stop()
        server = Server(program, folder)
        client = Client(server.port)
        lost = 0
        for name, moves in load.played.items():
            status, game = client.ask("GET", f"/api/games/{name}")
            if status != 200 or game["saved"]["moves"][:len(moves)] != moves:
                lost += 1
        server.stop()
        times = sorted(load.times)
        print(f"requests    {len(times)}: " + ", ".join(f"{count} with {status}" for status, count in sorted(load.statuses.items())))
        print(f"seconds     median {times[len(times) // 2]:.3f}, 95th percentile {times[len(times) * 95 // 100]:.3f}, "
              f"longest {times[-1]:.3f}")
        print(f"events      {load.events} to {STREAMS} streams and {SEARCHES} searches")
        print(f"games       {len(load.played)}, {sum(map(len, load.played.values()))} moves, {lost} games with lost moves")
        print(f"memory      {memory} MB")
        for failure in load.failures[:20]:
            print(f"failure     {failure}")
        return 1 if load.failures or lost else 0
    except Failure as failure:
        print(f"failure     {failure}")
        return 1
    finally:
        if server is not None and server.process.poll() is None:
            server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
