"""Runs the browser's tests, two at a time: all of them, or those whose name holds a given text.

usage: run.py [TEXT]
"""

import concurrent.futures
import importlib
import multiprocessing
import pathlib
import shutil
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import harness


def names(part):
    for file in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(file.stem)
        for name in vars(module):
            if name.startswith("test_") and callable(vars(module)[name]) and part in f"{file.stem}.{name}":
                yield file.stem, name


def run(file, name, demo):
    from playwright.sync_api import sync_playwright
    start = time.monotonic()
    fault = ""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=harness.CHROMIUM, args=["--no-sandbox"])
        try:
            b = harness.Browser(chromium, demo, name)
            try:
                getattr(importlib.import_module(file), name)(b)
            finally:
                b.close()
            if b.faults:
                fault = "\n".join(b.faults)
        except BaseException:
            fault = traceback.format_exc()
        finally:
            chromium.close()
    return f"{file}.{name}", time.monotonic() - start, fault


def main():
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    demo = tempfile.mkdtemp(prefix="vitrina-demo-")
    failed = 0
    try:
        harness.make_demo(demo)
        tests = list(names(part))
        spawn = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as pool:
            for work in concurrent.futures.as_completed(pool.submit(run, *test, demo) for test in tests):
                name, seconds, fault = work.result()
                print(f"{'✘' if fault else '✔'} {name} ({seconds:.1f} s)", flush=True)
                if fault:
                    failed += 1
                    print("    " + fault.strip().replace("\n", "\n    "), flush=True)
        print(f"{len(tests)} browser tests, {failed} failed")
    finally:
        shutil.rmtree(demo, ignore_errors=True)
    sys.exit(1 if failed or not tests else 0)


if __name__ == "__main__":
    main()
