"""The pictures of the cruises: twelve ships, and the places that they go to, 900 units wide."""

import random

import places as p
import things as t
from canvas import H, V, dark, ellipse, light, path, poly, rect, star
from things import AMBER, CORAL, CREAM, INK, NAVY, TEAL, WHITE

WATER = {"day": ("#7fc4e0", "#2f6f9e"), "dusk": ("#e0a07a", "#4a3f7a"), "north": ("#a9d0d4", "#3a6a7a"), "sea": ("#3fb0c9", "#14507f")}
SKY = {"day": ("#8fcdf0", "#e9f6fb"), "dusk": ("#5a4a94", "#ffc08a"), "north": ("#b9d4e4", "#eef4f2"), "sea": ("#4aa8e0", "#dff4ff")}


def water(c, light_of, horizon=380, seed="water"):
    c.back(V(*SKY[light_of]))
    r = random.Random(seed + light_of)
    for _ in range(4):
        p.cloud(c, r.uniform(60, 840), r.uniform(60, 220), r.uniform(0.5, 1.1), WHITE, 0.55)
    c.fill(rect(-4, horizon, 910, 300), V(*WATER[light_of]))
    for _ in range(46):
        x, y, n = r.uniform(-60, 900), r.uniform(horizon + 8, 600), r.uniform(30, 140)
        c.stroke(path(f"M{x} {y} q{n / 2} -6 {n} 0"), WHITE, 2 + (y - horizon) / 90, 0.28)


def shore(c, color, horizon=380, seed="shore"):
    r = random.Random(seed)
    c.fill(poly((-4, horizon + 4), *[(x, horizon - r.uniform(14, 70)) for x in range(-4, 920, 46)], (910, horizon + 4)), color)
    for _ in range(16):
        p.tree(c, r.uniform(0, 900), horizon + 4, r.uniform(0.25, 0.5), dark(color, r.uniform(0.05, 0.3)))


def vessel(c, x, y, size, hull, decks, funnel=CORAL):
    with c.at(x, y, size):
        c.soft(ellipse(0, 30, 380, 26), INK, 16, 0.3)
        c.fill(path("M-380 -60 H400 C380 -10 340 24 300 30 H-330 C-360 10 -376 -20 -380 -60 Z"), V(light(hull, 0.15), dark(hull, 0.25)))
        c.fill(rect(-376, -52, 770, 8), WHITE, 0.85)
        for deck in range(decks):
            left, width, top = -330 + deck * 34, 640 - deck * 84, -112 - deck * 52
            c.fill(rect(left, top, width, 54, 6), V(WHITE, "#dbe4ea"))
            c.fill(rect(left - 8, top, width + 16, 6, 3), hull, 0.8)
            for window in range(int(width // 34)):
                c.fill(rect(left + 12 + window * 34, top + 18, 20, 20, 5), V("#2d4f6e", "#6f9dbb"))
        top = -112 - (decks - 1) * 52
        c.fill(path(f"M-60 {top} L-44 {top - 70} H40 L28 {top} Z"), H(light(funnel), dark(funnel)))
        c.fill(rect(-54, top - 48, 94, 12), WHITE, 0.8)
        c.stroke(poly((150, top), (150, top - 110)), INK, 5)
        c.fill(poly((150, top - 110), (200, top - 96), (150, top - 82)), funnel)
        for port in range(16):
            c.fill(ellipse(-320 + port * 40, -18, 8), "#24405a")


def ship(light_of, hull, decks, funnel, seed):
    def draw(c):
        water(c, light_of, seed=seed)
        if light_of != "sea":
            shore(c, {"day": "#4f9a72", "dusk": "#3a3568", "north": "#5a8a78"}[light_of], seed=seed)
        vessel(c, 440, 500, 0.92, hull, decks, funnel)
    return draw


def domes(c):
    water(c, "day", 420, "domes")
    c.fill(rect(90, 250, 720, 180), V("#f6efe2", "#d9c9ae"))
    for x, height, color in ((220, 210, TEAL), (450, 300, AMBER), (680, 210, TEAL)):
        c.fill(rect(x - 46, 430 - height, 92, height), V(WHITE, "#e6dccb"))
        c.fill(path(f"M{x} {430 - height - 120} C{x - 10} {430 - height - 90} {x - 66} {430 - height - 70} {x - 50} {430 - height} H{x + 50} "
                    f"C{x + 66} {430 - height - 70} {x + 10} {430 - height - 90} {x} {430 - height - 120} Z"), H(light(color, 0.4), dark(color, 0.2)))
        c.stroke(poly((x, 430 - height - 116), (x, 430 - height - 160)), AMBER, 6)
        c.stroke(poly((x - 16, 430 - height - 140), (x + 16, 430 - height - 140)), AMBER, 5)


def churches(c):
    water(c, "north", 430, "kizhi")
    shore(c, "#5f8f5a", 430, "kizhi")
    c.fill(poly((300, 430), (340, 250), (560, 250), (600, 430)), V("#8a6a4a", "#5a4330"))
    for x, y, size in ((450, 170, 1), (380, 230, 0.75), (520, 230, 0.75), (340, 300, 0.7), (450, 280, 0.9), (560, 300, 0.7)):
        c.fill(path(f"M{x} {y - 70 * size} C{x - 40 * size} {y - 30 * size} {x - 36 * size} {y} {x - 22 * size} {y + 10} "
                    f"H{x + 22 * size} C{x + 36 * size} {y} {x + 40 * size} {y - 30 * size} {x} {y - 70 * size} Z"), V("#c9d2d4", "#7f8e94"))


def mountains(c):
    water(c, "sea", 400, "mountains")
    for points, color in ((((-4, 404), (160, 150), (330, 404)), "#5f86a8"), (((200, 404), (460, 90), (720, 404)), "#46708f"), (((560, 404), (780, 170), (910, 404)), "#6b93b0")):
        c.fill(poly(*points), V(light(color, 0.25), color))
    c.fill(poly((400, 162), (460, 90), (520, 162), (480, 150), (450, 172)), WHITE, 0.95)
    vessel(c, 640, 520, 0.36, NAVY, 4, CORAL)


def bay(c):
    water(c, "sea", 360, "bay")
    c.fill(path("M-4 470 C160 430 260 560 460 540 C640 520 700 610 910 580 V610 H-4 Z"), V("#f2ddb0", "#d9b67a"))
    for x, size in ((90, 1.3), (180, 1.0), (810, 1.1)):
        with c.at(x, 500, size):
            c.stroke(path("M0 0 C10 -80 -6 -140 14 -200"), "#8a6a3a", 14)
            for turn in range(6):
                with c.at(14, -200, 1, turn * 60 - 20):
                    c.fill(path("M0 0 C30 -26 70 -20 100 14 C66 2 34 6 0 0 Z"), "#3f8a5a")
    vessel(c, 520, 430, 0.4, WHITE, 5, TEAL)


def pier(c):
    water(c, "dusk", 380, "pier")
    p.skyline(c, 384, "#3a3568", "pier", "#ffd98a", 40, 160)
    c.fill(rect(-4, 500, 910, 110), V("#8a6a4a", "#4f3a28"))
    for x in range(20, 900, 110):
        c.fill(rect(x, 480, 18, 120, 4), "#4f3a28")
    for x in (140, 460, 780):
        c.stroke(poly((x, 500), (x, 330)), INK, 8)
        c.soft(ellipse(x, 326, 40), "#ffe9b0", 20, 0.9)
        c.fill(ellipse(x, 326, 14), "#fff6dc")


def cabin(c):
    c.back(V("#f2e6d2", "#d9c3a0"))
    c.fill(rect(250, 60, 400, 260, 24), NAVY)
    with c.clip(rect(266, 76, 368, 228, 18)):
        water(c, "day", 220, "cabin")
    c.fill(rect(-4, 470, 910, 140), V("#8a5a3c", "#5f3c26"))
    for x in (60, 560):
        c.fill(rect(x, 370, 290, 120, 16), V(WHITE, "#dfe4ea"))
        c.fill(rect(x, 400, 290, 90, 12), V(TEAL, dark(TEAL, 0.2)))
        c.fill(rect(x + 16, 350, 96, 50, 18), CREAM)
    for x, y in ((140, 150), (760, 150)):
        c.soft(ellipse(x, y, 60), AMBER, 24, 0.5)
        c.fill(star(x, y, 26, 12), "#fff0c0")


ALL = {
    "ship-1": ship("day", NAVY, 3, CORAL, "1"), "ship-2": ship("dusk", TEAL, 3, AMBER, "2"),
    "ship-3": ship("north", "#a3213f", 3, NAVY, "3"), "ship-4": ship("day", "#2f6f5a", 2, CORAL, "4"),
    "ship-5": ship("dusk", NAVY, 4, TEAL, "5"), "ship-6": ship("north", "#5a4a94", 3, AMBER, "6"),
    "ship-7": ship("day", "#3f6ea8", 4, AMBER, "7"), "ship-8": ship("dusk", "#8a4aa0", 2, CREAM, "8"),
    "ship-9": ship("sea", WHITE, 5, NAVY, "9"), "ship-10": ship("sea", NAVY, 5, CORAL, "10"),
    "ship-11": ship("sea", "#14507f", 4, AMBER, "11"), "ship-12": ship("sea", TEAL, 5, WHITE, "12"),
    "domes": domes, "churches": churches, "mountains": mountains, "bay": bay, "pier": pier, "cabin": cabin,
}
