"""A small TCP proxy between the server and its database, which can be slow, break connections, or swallow bytes."""

import random
import socket
import struct
import threading
import time


class Proxy:
    """Passes bytes on in both directions, each after `delay()` seconds; a black hole takes them and passes nothing."""

    def __init__(self, port, seed):
        self.target, self.random = port, random.Random(seed)
        self.delay_range, self.is_hole, self.is_closed = None, False, False
        self.pairs, self.lock = [], threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while not self.is_closed:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                if not self.is_closed:
                    near.close()
                continue
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.pairs.append((near, far))
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(source, sink), daemon=True).start()

    def copy(self, source, sink):
        try:
            while data := source.recv(65_536):
                if self.delay_range:
                    time.sleep(self.random.uniform(*self.delay_range))
                while self.is_hole and not self.is_closed:
                    time.sleep(0.02)
                sink.sendall(data)
        except OSError:
            pass
        for one in (source, sink):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def reset(self, share=1.0):
        """Breaks this share of the connections with RST; how many."""
        with self.lock:
            chosen = [pair for pair in self.pairs if self.random.random() < share]
            self.pairs = [pair for pair in self.pairs if pair not in chosen]
        for pair in chosen:
            for one in pair:
                try:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    one.shutdown(socket.SHUT_RD)
                    one.close()
                except OSError:
                    pass
        return len(chosen)

    def close(self):
        self.is_closed, self.is_hole = True, False
        self.listener.close()
        self.reset()
