"""Sends messages to push services: encrypted for the browser, and signed by this server."""

from __future__ import annotations

import base64
import hashlib
import logging
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ducato.server.subjects.push.delivery import Delivery, Outcome, failure
from ducato.server.subjects.push.endpoints import is_valid, leads_outside
from ducato.server.subjects.push.storage import PushSubscription

log = logging.getLogger(__name__)

TIMEOUT = 10
"""Seconds for one message."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is not connected."""
ENDED = (404, 410)
"""The statuses with which a push service says that a subscription has ended."""
MOST_A_DAY = 20
"""Maximum number of turns of which one person is told a day, unless the operator chooses."""


class PushMessage(msgspec.Struct, frozen=True):
    """A notification to show.

    Attributes:
        title: its headline.
        body: its text.
        url: the path of the page that a click opens.
        tag: what it is about; a later notification with the same tag replaces it.
    """

    title: str
    body: str
    url: str
    tag: str


@dataclass(frozen=True)
class PushSettings:
    """The settings of Web Push.

    Attributes:
        contact: how push services reach the operator, as ``mailto:`` or ``https:`` URL.
        private: whether to allow http and private addresses, for tests.
        daily: the maximum number of turns of which one person is told a day.
    """

    contact: str
    private: bool = False
    daily: int = MOST_A_DAY


def is_available() -> bool:
    """Return whether the packages of the extra ``push`` are installed."""
    return find_spec("pywebpush") is not None


def new_key() -> str:
    """Make a private key, as URL-safe base64."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    number = vapid.private_key.private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


class PushSender:
    """A sender of messages, with the key of this server.

    Args:
        settings: the settings.
        key: the private key, as `new_key` makes it.
    """

    def __init__(self, settings: PushSettings, key: str) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        self.settings = settings
        self._vapid = Vapid02.from_raw(key.encode())
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def send(self, subscription: PushSubscription, message: PushMessage) -> Outcome:
        """Send a message and wait for the push service's answer; errors are logged.

        A browser that is not connected gets only the last message with the same tag.
        """
        from pywebpush import WebPushException, webpush

        private = self.settings.private
        endpoint = subscription.endpoint
        if not is_valid(subscription, private=private):
            return Outcome(Delivery.EXPIRED)
        host = urlsplit(endpoint).hostname
        if not (private or leads_outside(endpoint)):
            log.warning("push: %s has no public address", host)
            return Outcome(Delivery.FAILED)
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        try:
            with _session() as session:
                webpush(
                    {"endpoint": endpoint, "keys": keys},
                    msgspec.json.encode(message).decode(),
                    vapid_private_key=self._vapid,
                    vapid_claims={"sub": self.settings.contact},
                    timeout=TIMEOUT,
                    ttl=KEPT,
                    headers={"Topic": topic(message.tag)},
                    requests_session=session,
                )
        except WebPushException as error:
            if error.status_code in ENDED:
                return Outcome(Delivery.EXPIRED)
            log.warning("push: %s answered with status %s", host, error.status_code)
            return failure(error.status_code, getattr(error.response, "headers", {}))
        except ValueError:  # the public key is not on the curve
            return Outcome(Delivery.EXPIRED)
        except OSError as error:  # requests derives its errors from it
            log.warning("push: %s could not be reached: %s", host, type(error).__name__)
            return Outcome(Delivery.FAILED, temporary=True)
        return Outcome(Delivery.SENT)


def topic(tag: str) -> str:
    """Return the topic of messages with a tag: 32 letters, as push services accept them."""
    return base64.urlsafe_b64encode(hashlib.sha256(tag.encode()).digest()[:24]).decode()


def _session() -> Any:
    """Return a session that follows no redirects, since only the endpoint was checked.

    It reads no answer's body, and uses no proxy and no password of the environment.
    """
    import requests

    class Session(requests.Session):  # type: ignore[misc]  # it is Any
        def request(self, *arguments: Any, **named: Any) -> Any:
            named |= {"allow_redirects": False, "stream": True}
            answer = super().request(*arguments, **named)
            answer._content = b""  # the status is enough, and the body may be of any size
            return answer

    session = Session()
    session.trust_env = False
    return session
