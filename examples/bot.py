"""A bot that joins a table of a ducato server and plays random legal actions.

DUCATO_TOKEN=... python examples/bot.py https://play.example.org/table/ID
"""

import json
import os
import random
import secrets
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

table = sys.argv[1]
bearer = {"Authorization": f"Bearer {os.environ['DUCATO_TOKEN']}"}
try:
    if "--sitting" not in sys.argv:
        urlopen(Request(table.replace("/table/", "/api/tables/") + "/join", b"{}", bearer)).close()
except HTTPError as error:  # such as 409: there is no open seat
    sys.exit(json.load(error)["error"])
view, drawn = {"result": None}, secrets.token_hex(32)
with connect(f"ws{table.removeprefix('http')}/socket", additional_headers=bearer) as socket:
    while view["result"] is None:
        try:
            message = json.loads(socket.recv(timeout=20))
        except TimeoutError:  # a connection that stays silent for long is closed
            socket.send('{"type": "ping"}')
            continue
        news = message["steps"][-1] if message["type"] == "steps" else message
        view = news.get("view", view)
        waits = message.get("table", {"status": ""})
        if waits["status"] == "waiting" and waits["own"]:  # contribute to the chance of the game
            socket.send(json.dumps({"type": "entropy", "id": secrets.token_hex(8), "value": drawn}))
        rejected = message["type"] == "rejected"  # for example, because it was too fast
        if rejected:  # no new view comes, so act again on the last one
            time.sleep(1)
        if ("view" in news or rejected) and view["legal"]:
            chosen = random.choice(view["legal"])["action"]
            move = {"id": secrets.token_hex(8), "seq": view["seq"], "action": chosen}
            socket.send(json.dumps({"type": "act", **move}))
print(view["result"]["headline"])
