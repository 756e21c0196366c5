"""Runs the browser's tests, two at a time: all of them, or those whose name holds a given text.

usage: run.py [TEXT]

Where VITRINA_TEST_POSTGRES names a PostgreSQL, every other test runs on it, always the same ones.
VITRINA_TEST_DATABASE=sqlite or =postgres runs all of them on that one.
"""

import importlib
import multiprocessing
import os
import pathlib
import sys
import tempfile
import time
import traceback
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import harness

WORKERS = 2


def names(part):
    for file in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(file.stem)
        for name in vars(module):
            if name.startswith("test_") and callable(vars(module)[name]) and part in f"{file.stem}.{name}":
                yield file.stem, name


def database(file, name):
    """The database that a test runs on: known from its name, so that a failure comes again."""
    if "VITRINA_TEST_POSTGRES" not in os.environ:
        return "sqlite"
    half = ("sqlite", "postgres")[zlib.crc32(f"{file}.{name}".encode()) % 2]
    return os.environ.get("VITRINA_TEST_DATABASE", half)


def run(chromium, file, name, demo):
    """What is wrong, or nothing."""
    try:
        b = harness.Browser(chromium, demo, name)
        try:
            getattr(importlib.import_module(file), name)(b)
        finally:
            b.close()
        return "\n".join(b.faults)
    except Exception:
        return traceback.format_exc()


def work(tests, results, demos):
    """Takes one test after another; all pages are of one browser, which takes longer to start than most tests."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        chromium = None
        for file, name in iter(tests.get, None):
            start = time.monotonic()
            if not chromium or not chromium.is_connected():
                chromium = playwright.chromium.launch(executable_path=harness.CHROMIUM, args=["--no-sandbox"])
            kind = database(file, name)
            fault = run(chromium, file, name, demos[kind])
            results.put((f"{file}.{name}", kind, time.monotonic() - start, fault))
        if chromium:
            chromium.close()


def run_all(tests, demos, count=WORKERS):
    """Runs them in so many processes of their own, and yields what came of each as it comes."""
    spawn = multiprocessing.get_context("spawn")
    queue, results = spawn.Queue(), spawn.Queue()
    for test in tests + [None] * count:
        queue.put(test)
    workers = [spawn.Process(target=work, args=(queue, results, demos), daemon=True) for _ in range(count)]
    for worker in workers:
        worker.start()
    for _ in tests:
        yield results.get(timeout=300)
    for worker in workers:
        worker.join(30)


def failures(tests, demos, count=WORKERS):
    """Runs them, says what comes of each, and answers those that failed."""
    failed = []
    for name, kind, seconds, fault in run_all(tests, demos, count):
        print(f"{'✘' if fault else '✔'} {name} on {kind} ({seconds:.1f} s)", flush=True)
        if fault:
            failed.append(tuple(name.split(".")))
            print("    " + fault.strip().replace("\n", "\n    "), flush=True)
    return failed


def main():
    tests = list(names(sys.argv[1] if len(sys.argv) > 1 else ""))
    kinds = {database(*test) for test in tests}
    with tempfile.TemporaryDirectory(prefix="vitrina-demo-", ignore_cleanup_errors=True) as folder:
        demos = {kind: harness.Demo(pathlib.Path(folder) / kind, kind) for kind in sorted(kinds)}
        try:
            for demo in demos.values():
                demo.make()
            unsteady = failures(tests, demos)
            # On a busy machine a page may be too late for a test; alone it has no such excuse.
            failed = failures(unsteady, demos, 1) if unsteady else []
        finally:
            for demo in demos.values():
                demo.remove()
    if unsteady:
        print("failed beside another:", *(".".join(test) for test in unsteady))
    print(f"{len(tests)} browser tests, {len(failed)} failed", *(".".join(test) for test in failed))
    sys.exit(1 if failed or not tests else 0)


if __name__ == "__main__":
    main()
