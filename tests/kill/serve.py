#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""serve.py PROGRAM COUNT [SEED]: ends `PROGRAM serve` with SIGKILL at random times, COUNT times, while games are played,
and starts it again. Every move that was answered must be there; engines go on from where they were.
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

PLAYERS = 4


def start(program, folder):
    process = subprocess.Popen([program, "serve", "--port", "0", "--data", os.path.join(folder, "games.db")],
                               stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("address"):
            return process, int(line.rstrip("/\n").rsplit(":", 1)[1])
    sys.exit("serve.py: the server has not started")


def ask(port, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, None if body is None else json.dumps(body),
                       {} if body is None else {"Content-Type": "application/json"})
    answer = connection.getresponse()
    data = json.loads(answer.read())
    connection.close()
    if answer.status >= 400:
        raise AssertionError(f"{method} {path}: {answer.status} {data}")
    return answer.status, data


def play(port, number, known, failures):
    """Plays until the server is gone. `known` are moves that have been answered, by game."""
    rng = random.Random(number)
    try:
        seats = ["human", "flat:iterations=20"] if number % 2 else ["human", "human"]
        game = ask(port, "POST", "/api/games", {"game": "havannah", "options": "size=5", "seats": seats, "seed": number})[1]
        known[game["id"]] = game["saved"]["moves"]
        while game["position"]["result"] is None:
            seat = game["position"]["to_move"] - 1
            if game["seats"][seat]["player"] == "human":
                move = rng.choice(game["position"]["board"]["moves"])["text"]
                game = ask(port, "POST", f"/api/games/{game['id']}/play", {"move": move, "revision": game["revision"]})[1]
            else:
                game = ask(port, "GET", f"/api/games/{game['id']}")[1]
            known[game["id"]] = game["saved"]["moves"]
    except (OSError, http.client.HTTPException):
        pass  # it has been killed
    except Exception as error:  # whatever it is, it is a finding
        failures.append(f"{type(error).__name__}: {error}")


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    folder = tempfile.mkdtemp(prefix="banyan-kill-")
    known, failures = {}, []
    process = None
    try:
        for _ in range(count):
            process, port = start(program, folder)
            mine = [{} for _ in range(PLAYERS)]
            threads = [threading.Thread(target=play, args=(port, rng.randrange(1 << 30), own, failures)) for own in mine]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.02, 1.0))
            process.send_signal(signal.SIGKILL)
            process.wait()
            for thread in threads:
                thread.join()
            for own in mine:
                known.update(own)
            process, port = start(program, folder)
            for name, moves in known.items():
                game = ask(port, "GET", f"/api/games/{name}")[1]
                now = game["saved"]["moves"]
                if now[:len(moves)] != moves:
                    failures.append(f"game {name} had {moves} and has {now}")
            process.send_signal(signal.SIGTERM)
            if process.wait(timeout=20) != 0:
                failures.append(f"SIGTERM ended the server with {process.returncode}")
        print(f"{count} times killed, {len(known)} games with {sum(map(len, known.values()))} moves, {len(failures)} failures")
        for failure in failures[:10]:
            print(failure)
        return 1 if failures or not known else 0
    finally:
        if process is not None and process.poll() is None:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
