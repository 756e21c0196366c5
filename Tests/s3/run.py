"""Keeps the pictures and backups of a real server in a real server of S3, which others have written (moto).

usage: run.py [VITRINA]
    VITRINA   the program ($VITRINA_PROGRAM or .build/debug/vitrina)
"""

import contextlib
import hashlib
import json
import logging
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zlib

import boto3
from moto.server import ThreadedMotoServer

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BUCKET = "pictures"
KEYS = {"VITRINA_S3_KEY": "public", "VITRINA_S3_SECRET": "hunter2"}


def png(width):
    """A grey picture of a few pixels."""
    def chunk(name, content):
        return len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")

    size = width.to_bytes(4, "big") + (2).to_bytes(4, "big")
    rows = (b"\0" + b"\x80" * width) * 2
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + b"\x08\0\0\0\0") + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


class Bucket:
    """The server of S3; its objects outlive a stop."""

    def __init__(self):
        self.port = 0
        self.start()
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = boto3.client("s3", endpoint_url=self.url, region_name="us-east-1", aws_access_key_id="tests",
                                   aws_secret_access_key="tests")
        self.client.create_bucket(Bucket=BUCKET)

    def start(self):
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=self.port, verbose=False)
        self.server.start()
        self.port = self.server.get_host_and_port()[1]

    def stop(self):
        self.server.stop()

    def objects(self):
        """The sizes of the objects by their keys."""
        listed = self.client.list_objects_v2(Bucket=BUCKET).get("Contents", [])
        return {entry["Key"]: entry["Size"] for entry in listed}


class Vitrina:
    """The program on one database, with its uploads in any place."""

    def __init__(self, program, folder, bucket):
        self.program, self.data = program, folder / "data"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        self.environment = kept | KEYS | {
            "VITRINA_DATA": str(self.data), "VITRINA_PORT": "0", "VITRINA_RATE_LIMIT": "0", "VITRINA_CONTEXT": "none",
            "VITRINA_S3_URL": bucket.url, "LANG": "C.UTF-8",
        }
        self.run("migrate")
        self.run("staff", "add", "--email", "o@x.ru", "--name", "Olga", "--role", "owner", "--password-stdin",
                 text="correct horse battery\n")
        made = self.run("tokens", "create", "--name", "s3", "--role", "owner", "--for", "o@x.ru", "--json")
        self.token = json.loads(made)["token"]
        self.address = None

    def done(self, *arguments, media=None, text=None, **settings):
        place = {} if media is None else {"VITRINA_MEDIA_DIR": str(media)}
        return subprocess.run([self.program, *arguments], input=text, text=True, capture_output=True, cwd=self.data.parent,
                              env=self.environment | place | settings, check=False)

    def run(self, *arguments, **more):
        done = self.done(*arguments, **more)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    @contextlib.contextmanager
    def serving(self, media, is_empty=False):
        """Runs a server on the uploads of this place; without the copies and thumbnails that it has if it `is_empty`."""
        if is_empty:
            self.forget()
        process = subprocess.Popen([self.program, "serve"], cwd=self.data.parent, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True,
                                   env=self.environment | {"VITRINA_MEDIA_DIR": str(media)})
        try:
            line = ""
            while "http://" not in line:
                line = process.stdout.readline()
                assert line, "the server has not started"
            self.address = "http://127.0.0.1:" + line.rsplit(":", 1)[1].split("/", 1)[0].strip()
            yield
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()

    def forget(self):
        for name in ("media-cache", "thumbnails"):
            shutil.rmtree(self.data / name, ignore_errors=True)

    def call(self, path, body=None, **headers):
        """The status, the headers and the body of an answer."""
        request = urllib.request.Request(self.address + path, data=body, headers={
            "Authorization": f"Bearer {self.token}", "Accept-Language": "en", **headers})
        if body is not None:
            request.add_header("Content-Type", "application/octet-stream")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.headers, answer.read()

    def upload(self, width):
        status, _, body = self.call(f"/admin/api/v1/media?name={width}.png", png(width))
        assert status == 201, (status, body)
        return json.loads(body)

    def expect(self, picture):
        """The picture is there, as a whole, in part and small."""
        status, _, body = self.call(picture["url"])
        assert status == 200 and hashlib.sha256(body).hexdigest() == picture["id"].split(".")[0], (status, len(body))
        assert len(body) == picture["size"]
        status, headers, part = self.call(picture["url"], Range="bytes=1-3")
        assert (status, part) == (206, b"PNG"), (status, part)
        status, headers, thumbnail = self.call(picture["url"] + "/64.webp")
        assert status == 200 and headers["Content-Type"] == "image/webp", (status, thumbnail[:200])


def check_settings(vitrina, place):
    """What is wrong is said before anything is stored."""
    checks = json.loads(vitrina.run("doctor", "--json", media=place))["checks"]
    assert [check["grade"] for check in checks if check["name"] == "media_dir"] == ["ok"], checks
    refused = vitrina.done("media", "list", media=place, VITRINA_S3_SECRET="")
    assert refused.returncode == 78 and "s3_secret" in refused.stderr, refused
    refused = vitrina.done("media", "list", media="s3://No-Bucket")
    assert refused.returncode == 78 and "media_dir" in refused.stderr, refused
    checked = vitrina.done("doctor", "--json", media="s3://no-such-bucket")
    assert checked.returncode != 0, checked
    failed = [check for check in json.loads(checked.stdout)["checks"] if check["name"] == "media_dir"]
    assert failed[0]["grade"] == "fail" and "NoSuchBucket" in failed[0]["message"], failed
    shown = vitrina.run("config", media=place) + checked.stdout + checked.stderr
    assert "hunter2" not in shown


def check_uploads(vitrina, bucket, place):
    """A picture goes to the bucket, and comes back from there."""
    with vitrina.serving(place):
        picture = vitrina.upload(40)
        vitrina.expect(picture)
        status, _, _ = vitrina.call("/admin/api/v1/media?name=again.png", png(40))
        assert status == 200
    key = f"site/media/{picture['id'][:2]}/{picture['id']}"
    assert bucket.objects() == {key: picture["size"]}, bucket.objects()
    assert not list((vitrina.data / "uploads").iterdir())
    with vitrina.serving(place, is_empty=True):
        vitrina.expect(picture)
        unknown = "/media/" + "0" * 64 + ".png"
        assert vitrina.call(unknown)[0] == 404
    return picture


def check_absence(vitrina, bucket, place, picture):
    """While the bucket is away, what has a copy is there, and the rest says so in words."""
    with vitrina.serving(place):
        vitrina.expect(picture)
        bucket.stop()
        vitrina.expect(picture)
        vitrina.forget()
        for path, body in [(picture["url"], None), (picture["url"] + "/64.webp", None),
                           ("/admin/api/v1/media?name=b.png", png(41))]:
            status, headers, answer = vitrina.call(path, body)
            assert status == 503 and headers["Retry-After"], (path, status, answer)
            assert "store of files" in json.loads(answer)["detail"], answer
            assert str(bucket.port) not in answer.decode() and BUCKET not in answer.decode(), answer
        checked = vitrina.done("doctor", "--json", media=place)
        assert checked.returncode == 69 and "cannot be reached" in checked.stdout, checked
        # A server starts all the same.
        assert not list((vitrina.data / "uploads").iterdir())
        bucket.start()
        vitrina.expect(picture)
    assert len(bucket.objects()) == 1


def check_move(vitrina, bucket, place, picture, folder):
    """All pictures move into a directory, and from there into another place of the bucket."""
    local, other = folder / "pictures", f"s3://{BUCKET}/other"
    dry = json.loads(vitrina.run("media", "move", "--to", str(local), "--dry-run", "--json", media=place))
    assert dry["copied"] == 1 and not local.exists(), dry
    told = vitrina.done("media", "move", "--to", str(local), media=place)
    assert told.returncode == 0 and f"VITRINA_MEDIA_DIR={local}" in told.stderr, told
    again = json.loads(vitrina.run("media", "move", "--to", str(local), "--json", media=place))
    assert (again["copied"], again["present"]) == (0, 1), again
    assert not list((vitrina.data / "uploads").iterdir())
    assert vitrina.done("media", "move", "--to", place, media=place).returncode == 64
    with vitrina.serving(local, is_empty=True):
        vitrina.expect(picture)
        second = vitrina.upload(42)
    moved = json.loads(vitrina.run("media", "move", "--to", other, "--json", media=local))
    assert moved["copied"] == 2 and not moved["missing"] and not moved["damaged"], moved
    shutil.rmtree(local)
    with vitrina.serving(other, is_empty=True):
        vitrina.expect(picture)
        vitrina.expect(second)
    lost = vitrina.done("media", "move", "--to", place, media=folder / "nowhere")
    assert lost.returncode == 65 and second["id"] in lost.stderr, lost


def check_backups(vitrina, bucket, picture, folder):
    """An encrypted backup in the bucket is whole, and is restored on a machine that has the keys alone."""
    to, other = f"s3://{BUCKET}/backups", f"s3://{BUCKET}/other"
    own = {"VITRINA_BACKUP_TO": to, "VITRINA_BACKUP_KEY": "correct horse"}
    made = json.loads(vitrina.run("backup", "create", "--json", media=other, **own))
    assert made["state"] == "good" and made["file_count"] == 2 and made["lost_count"] == 0, made
    assert not [key for key in bucket.objects() if key.startswith("backups/files/") and picture["id"][:64] in key]
    vitrina.run("backup", "verify", "--trial", **own)
    wrong = vitrina.done("backup", "verify", **own | {"VITRINA_BACKUP_KEY": "battery"})
    assert wrong.returncode == 65 and "VITRINA_BACKUP_KEY" in wrong.stderr, wrong
    place = {"VITRINA_DATA": str(folder / "elsewhere"), "VITRINA_BACKUP_KEY": "correct horse"}
    vitrina.run("backup", "restore", "latest", "--from", to, **place)
    assert picture["id"] in vitrina.run("media", "list", "-q", **place)
    assert (folder / "elsewhere" / "media" / picture["id"][:2] / picture["id"]).stat().st_size == picture["size"]
    for key in [key for key in bucket.objects() if key.startswith("backups/files/")][:1]:
        bucket.client.put_object(Bucket=BUCKET, Key=key, Body=b"x")
    assert vitrina.done("backup", "verify", **own).returncode == 65
    refused = vitrina.done("backup", "restore", "latest", "--from", to, **place)
    assert refused.returncode == 65, refused


def main(program=os.environ.get("VITRINA_PROGRAM") or str(TOP / ".build/debug/vitrina")):
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    bucket = Bucket()
    with tempfile.TemporaryDirectory() as folder:
        folder, place = pathlib.Path(folder), f"s3://{BUCKET}/site/media"
        vitrina = Vitrina(os.path.abspath(program), folder, bucket)
        check_settings(vitrina, place)
        picture = check_uploads(vitrina, bucket, place)
        check_absence(vitrina, bucket, place, picture)
        check_move(vitrina, bucket, place, picture, folder)
        check_backups(vitrina, bucket, picture, folder)
    bucket.stop()
    print("s3: pictures went to the bucket, came back, and moved; a backup was made there and restored")


if __name__ == "__main__":
    main(*sys.argv[1:])
