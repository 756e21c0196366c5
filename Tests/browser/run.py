"""Runs the browser's tests, two at a time: all of them, or those whose name holds a given text.

usage: run.py [TEXT]

A test that fails beside another and passes alone is told as unsteady, and fails the run as any other does.

Letters are of different widths on different machines. Every other test runs with the fonts Inter and Noto Sans, the
others without them, always the same ones; VITRINA_TEST_FONTS=plain or =wide runs all of them on that set.

Where VITRINA_TEST_POSTGRES names a PostgreSQL, every other test runs on it, always the same ones.
VITRINA_TEST_DATABASE=sqlite or =postgres runs all of them on that one.
"""

import concurrent.futures
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
# A test that opens every page takes a minute, and many on a busy machine.
PATIENCE_SECONDS = 3600


def names(part):
    for file in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(file.stem)
        for name in vars(module):
            if name.startswith("test_") and callable(vars(module)[name]) and part in f"{file.stem}.{name}":
                yield file.stem, name


def seconds(file, name):
    """How long a test takes, if that is long."""
    return getattr(getattr(importlib.import_module(file), name), "seconds", 0)


def database(file, name):
    """The database that a test runs on: known from its name, so that a failure comes again."""
    if "VITRINA_TEST_POSTGRES" not in os.environ:
        return "sqlite"
    half = ("sqlite", "postgres")[zlib.crc32(f"{file}.{name}".encode()) % 2]
    return os.environ.get("VITRINA_TEST_DATABASE", half)


def letters(file, name):
    """The fonts that a test sees: what it asks for, or known from its name."""
    asked = getattr(getattr(importlib.import_module(file), name), "letters", None)
    half = ("plain", "wide")[zlib.crc32(f"{name}.{file}".encode()) % 2]
    wanted = asked or os.environ.get("VITRINA_TEST_FONTS", half)
    return wanted if harness.has_wide_letters() else "plain"


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


def work(tests, results, demos, fonts):
    """Takes one test after another; one browser for each set of fonts, which takes longer to start than most tests."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        browsers = {}
        for file, name in iter(tests.get, None):
            start = time.monotonic()
            kind, seen = database(file, name), letters(file, name)
            try:
                if seen not in browsers or not browsers[seen].is_connected():
                    browsers[seen] = harness.launch(playwright, fonts if seen == "plain" else None)
                fault = run(browsers[seen], file, name, demos[kind])
            except Exception:
                fault = traceback.format_exc()
            results.put((f"{file}.{name}", f"{kind}, {seen} letters", time.monotonic() - start, fault))
        for browser in browsers.values():
            browser.close()


def run_all(tests, demos, fonts, count=WORKERS):
    """Runs them in so many processes of their own, and yields what came of each as it comes."""
    spawn = multiprocessing.get_context("spawn")
    queue, results = spawn.Queue(), spawn.Queue()
    for test in tests + [None] * count:
        queue.put(test)
    workers = [spawn.Process(target=work, args=(queue, results, demos, fonts), daemon=True) for _ in range(count)]
    for worker in workers:
        worker.start()
    for _ in tests:
        yield results.get(timeout=PATIENCE_SECONDS)
    for worker in workers:
        worker.join(30)


def failures(tests, demos, fonts, count=WORKERS):
    """Runs them, says what comes of each, and answers those that failed."""
    failed = []
    for name, where, seconds, fault in run_all(tests, demos, fonts, count):
        print(f"{'✘' if fault else '✔'} {name} on {where} ({seconds:.1f} s)", flush=True)
        if fault:
            failed.append(tuple(name.split(".")))
            print("    " + fault.strip().replace("\n", "\n    "), flush=True)
    return failed


def main():
    tests = sorted(names(sys.argv[1] if len(sys.argv) > 1 else ""), key=lambda test: -seconds(*test))
    kinds = {database(*test) for test in tests}
    with tempfile.TemporaryDirectory(prefix="vitrina-demo-", ignore_cleanup_errors=True) as folder:
        demos = {kind: harness.Demo(pathlib.Path(folder) / kind, kind) for kind in sorted(kinds)}
        fonts = harness.plain_fonts(pathlib.Path(folder))
        try:
            with concurrent.futures.ThreadPoolExecutor() as pool:
                list(pool.map(harness.Demo.make, demos.values()))
            failed = failures(tests, demos, fonts)
            # Shows whether it also fails alone.
            alone = failures(failed, demos, fonts, 1) if failed else []
        finally:
            for demo in demos.values():
                demo.remove()
    if not harness.has_wide_letters():
        print("The fonts Inter and Noto Sans are not installed (scripts/packages test): all ran without them.")
    sys.exit(verdict(tests, failed, alone))


def verdict(tests, failed, alone):
    """Says what came of it all; answers the exit code."""
    unsteady = [test for test in failed if test not in alone]
    print(f"{len(tests)} browser tests, {len(alone)} failed, {len(unsteady)} unsteady")
    for what, some in [("failed", alone), ("unsteady (failed beside another, passed alone)", unsteady)]:
        if some:
            print(f"{what}:", *(".".join(test) for test in some))
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    main()
