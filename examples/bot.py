"""A bot that joins a table of a ducato server and plays random legal actions.

DUCATO_TOKEN=... python examples/bot.py https://play.example.org/table/ID
"""

import json
import os
import random
import secrets
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect

table = sys.argv[1]
bearer = {"Authorization": f"Bearer {os.environ['DUCATO_TOKEN']}"}
if "--sitting" not in sys.argv:
    urlopen(Request(table.replace("/table/", "/api/tables/") + "/join", b"{}", bearer)).close()
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
        if "view" in news and view["legal"]:
            chosen = random.choice(view["legal"])["action"]
            move = {"id": secrets.token_hex(8), "seq": view["seq"], "action": chosen}
            socket.send(json.dumps({"type": "act", **move}))
print(view["result"]["headline"])
