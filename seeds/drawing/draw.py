"""Draws the pictures of the demo. usage: draw.py DIRECTORY [NAME-PREFIX]"""

import sys
from pathlib import Path

import cruises
import interiors
import logos
import mods
import offers
import scenes
import stories
from canvas import Canvas


def pictures():
    """Name, size in pixels, width in units, and what draws it."""
    for kind, all_of_it in scenes.ALL.items():
        for name, draw in all_of_it.items():
            yield f"{kind}/{name}.jpg", (1200, 675), 1200, draw
    for name, draw in offers.ALL.items():
        yield f"offers/{name}.jpg", (800, 600), 800, draw
    for name, draw in interiors.ALL.items():
        yield f"shops/{name}.jpg", (1200, 800), 1200, draw
    for name, draw in mods.ALL.items():
        yield f"mods/{name}.jpg", (900, 600), 900, draw
    for name, draw in cruises.ALL.items():
        yield f"cruise/{name}.jpg", (900, 600), 900, draw
    for name, draw in logos.ALL.items():
        yield f"logos/{name}.png", (400, 400), 400, draw
    for name, draw in stories.ALL.items():
        yield f"stories/{name}.jpg", (780, 1688), 180, draw
        yield f"stories/{name}-preview.jpg", (276, 420), 180, draw


def main(directory, prefix=""):
    for name, (width, height), units, draw in pictures():
        if not name.startswith(prefix):
            continue
        canvas = Canvas(width, height, units)
        draw(canvas)
        file = Path(directory) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        image = canvas.done()
        if file.suffix == ".png":
            image.quantize(64, dither=0).save(file, optimize=True)
        else:
            image.save(file, quality=80, optimize=True, progressive=True)


main(*sys.argv[1:])
