"""The order of the messages to a screen, whether they are written at once or wait."""

from __future__ import annotations

import asyncio

from ducato.server.kit.process.connections import OutgoingMessage
from ducato.server.live.outbox import Outbox


def test_no_message_overtakes_one_that_waits() -> None:
    async def written() -> list[bytes]:
        outbox, found, going = Outbox(), list[bytes](), asyncio.Event()

        async def slowly(message: OutgoingMessage) -> None:
            await going.wait()
            found.append(message.text)

        def at_once(message: OutgoingMessage) -> bool:
            found.append(message.text)
            return True

        writing = asyncio.create_task(outbox.send(slowly))
        outbox.put([OutgoingMessage(b"1")])  # nobody can write at once yet
        outbox.write_at_once = at_once
        outbox.put([OutgoingMessage(b"2")])
        await asyncio.sleep(0)
        outbox.put([OutgoingMessage(b"3")])  # while the first is being written
        going.set()
        for _ in range(20):  # turns of the event loop, more than three messages need
            await asyncio.sleep(0)
        outbox.put([OutgoingMessage(b"4"), OutgoingMessage(b"5")])
        outbox.end()
        outbox.put([OutgoingMessage(b"6")])
        await writing
        return found

    assert asyncio.run(written()) == [b"1", b"2", b"3", b"4", b"5"]
