"""One persistent connection to a server, and the answers that it gets."""

import http.client
import json
import socket


class Lost(Exception):
    """The connection broke after the request was sent, or in its middle: whether it was done is unknown."""


class Refused(Exception):
    """Nobody listens, so nothing was done."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def text(self):
        return self.body.decode(errors="replace")

    @property
    def is_done(self):
        return 200 <= self.status < 300

    def __str__(self):
        return f"{self.status} {self.text[:300]}"


class Client:
    """Speaks to one address; every request of it may time out, which counts as lost."""

    def __init__(self, port, token=None, timeout=60, persistent=True):
        self.port, self.token, self.timeout, self.persistent = port, token, timeout, persistent
        self.connection = None

    def send(self, method, path, body=None, headers=None, staff=True):
        if not isinstance(body, (bytes, type(None))):
            body = json.dumps(body, ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": "en"} | (headers or {})
        if staff and self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        if self.connection is None:
            self.connect()
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            done = Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Lost(f"{method} {path.split('?')[0]}: {type(error).__name__} {error}") from None
        if answer.will_close or not self.persistent:
            self.close()
        return done

    def connect(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            self.connection.connect()
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            self.connection = None
            raise Refused(str(error)) from None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None
