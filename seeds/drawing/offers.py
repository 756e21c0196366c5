"""The pictures of offers, 800 units by 600: one thing, close and well lit."""

import random

import places as p
import things as t
from canvas import D, H, R, V, dark, ellipse, light, path, poly, rect, star
from scenes import put
from things import AMBER, BROWN, CORAL, CREAM, INK, MINT, NAVY, PLUM, SKY, TEAL, WHITE


def show(wall, floor, halo, *things, podium=None, extra=None):
    """A scene of things, each a tuple of what, x, y, size and further arguments."""

    def draw(c):
        p.studio(c, wall, floor, halo)
        if podium:
            p.podium(c, 400, 460, podium[0], 56, podium[1])
        for thing, x, y, size, *args in things:
            put(c, thing, x, y, size, *args)
        if extra:
            extra(c)

    return draw


def rink(c):
    c.back(V("#2f5a9c", "#a8d0ea"))
    p.garland(c, 20, 40)
    p.rink(c, 330)
    put(c, t.skate, 290, 540, 1.35)
    put(c, t.skate, 540, 560, 1.35, WHITE, TEAL)
    p.snow(c, "offer", 60)


def lanes(c):
    c.back(V("#2a1650", "#7a3a9a"))
    for i, color in enumerate((CORAL, AMBER, "#7ff0e0")):
        c.soft(rect(-10, 50 + i * 40, 820, 8), color, 9, 0.7)
    c.fill(poly((250, 230), (550, 230), (820, 610), (-20, 610)), V("#ffe0ae", "#c98a42"))
    for x, y, s in ((310, 270, 0.8), (370, 270, 0.8), (430, 270, 0.8), (490, 270, 0.8), (340, 300, 0.95), (400, 300, 0.95), (460, 300, 0.95), (370, 335, 1.1), (430, 335, 1.1)):
        put(c, t.pin, x, y, s)
    put(c, t.ball, 400, 545, 1.75, "bowl", TEAL)


def bubbles(c):
    c.back(V("#bfe6f5", "#5fa8d0"))
    c.fill(rect(-4, 440, 810, 170), V("#4f86b0", "#2f5a86"))
    put(c, t.car, 400, 510, 1.55, AMBER)
    r = random.Random("wash")
    for _ in range(70):
        x, y, n = r.uniform(40, 760), r.uniform(90, 480), r.uniform(8, 34)
        c.fill(ellipse(x, y, n), R("#ffffff", "#bfe6f5"), 0.55)
        c.stroke(ellipse(x, y, n), WHITE, 2, 0.8)
        c.fill(ellipse(x - n * 0.35, y - n * 0.35, n * 0.2), WHITE, 0.9)


def manywords(c):
    p.table(c, "#5a3a6b", "#b5753a")
    put(c, t.books, 300, 520, 1.5)
    put(c, t.openbook, 590, 550, 0.95)
    put(c, t.lamp, 670, 470, 1.1)


def virtual(c):
    c.back(D("#1f1a6b", "#d94f9a"))
    c.fill(ellipse(400, 300, 220), V("#7ff0e0", "#7b5fe0"))
    for y in (440, 458, 486, 528, 590):
        c.stroke(poly((0, y), (800, y)), "#7ff0e0", 3, 0.6)
    for i in range(11):
        c.stroke(poly((400 + (i - 5) * 40, 440), (400 + (i - 5) * 220, 610)), "#7ff0e0", 3, 0.6)
    put(c, t.visor, 390, 545, 1.85)
    p.sparkle(c, "virtual", 24)


def film(c):
    c.back(R("#c23a5a", "#3a1030"))
    p.beam(c, 400, 400, 330, alpha=0.3)
    with c.at(-40, 470, 1, -7):
        t.strip(c, 960)
    put(c, t.ticket, 300, 300, 1.35, AMBER, turn=-12)
    put(c, t.ticket, 500, 350, 1.35, CORAL, turn=10)
    p.sparkle(c, "tickets", 16, "#ffe9b0")


def slice_of_pizza(c):
    p.table(c, "#7a3a2a", "#c98a4f", 0.55)
    put(c, t.pizza, 400, 350, 1.95)


def test_chart(c):
    p.studio(c, "#d6eef0", "#8fc4cc", "#f0fbfc")
    c.soft(rect(270, 60, 260, 330, 12), INK, 14, 0.25, 0, 12)
    c.fill(rect(270, 60, 260, 330, 12), WHITE)
    for row, (n, size) in enumerate(((1, 58), (2, 42), (3, 30), (4, 22), (5, 16))):
        for i in range(n):
            x, y = 400 + (i - (n - 1) / 2) * (size + 18), (118, 196, 258, 308, 350)[row]
            k = (i + row) % 4
            with c.at(x, y, 1, k * 90):
                c.fill(rect(-size / 2, -size / 2, size, size / 4), INK)
                c.fill(rect(-size / 2, -size / 2, size / 4, size), INK)
                c.fill(rect(-size / 2, size / 4, size, size / 4), INK)
    put(c, t.glasses, 400, 545, 1.75, TEAL)


ALL = {
    "coffee-croissant": show("#e8c9a8", "#b5804f", "#f9e6cf", (t.cup, 320, 520, 1.7), (t.croissant, 610, 545, 1.15)),
    "movie-ticket": film,
    "winter-jacket": show("#bcd0e4", "#88a6c4", "#e6f0f8", (t.mannequin, 400, 560, 1.6, t.coat, "#b5523b"),
                          (t.plant, 130, 520, 1.1), (t.bag, 660, 545, 1.1, NAVY), extra=lambda c: p.snow(c, "j", 40)),
    "yoga-trial": show("#bfe3d6", "#86bda8", "#e6f6ef", (t.plant, 90, 490, 1.4), (t.yogi, 410, 530, 1.85)),
    "bowling-hour": lanes,
    "mini-bouquet": show("#ffd0c4", "#f09a8f", "#ffece4", (t.bouquet, 400, 470, 1.75), podium=(280, WHITE)),
    "welcome-popcorn": show("#7a2a4f", "#4a1638", "#b5486a", (t.popcorn, 400, 470, 1.8), podium=(320, AMBER),
                            extra=lambda c: p.confetti(c, "pop", 60, 0.7)),
    "rink-hour": rink,
    "gelato-cone": show("#ffd9e4", "#f2a3bd", "#fff0f5", (t.icecream, 260, 500, 1.25, ("#b7e0b0", CREAM, "#f9a8b8")),
                        (t.icecream, 430, 520, 1.75), (t.icecream, 600, 500, 1.25, (AMBER, "#8a5a3c", "#fff3df"))),
    "burger-combo": show("#ffc98a", "#e0803a", "#ffe6c4", (t.togo, 630, 500, 1.4, CORAL, CREAM), (t.burger, 330, 530, 1.75)),
    "sushi-set": show("#35525a", "#22343a", "#4f7680", (t.sushi, 250, 480, 1.1), (t.sushi, 470, 470, 1.0, "#d9443a"),
                      (t.roll, 620, 500, 1.25), (t.roll, 380, 555, 1.3, "#7ab54a"), (t.roll, 210, 560, 1.15),
                      (t.sushi, 570, 570, 1.0, "#ffc06b")),
    "book-certificate": manywords,
    "sneaker-care": show("#cfe8dc", "#8fc0a8", "#eef9f3", (t.sneaker, 400, 462, 1.75, WHITE, TEAL), podium=(560, MINT),
                         extra=lambda c: p.sparkle(c, "clean", 14)),
    "perfume-mini": show("#e4c4dc", "#b584ac", "#f7e6f2", (t.perfume, 320, 466, 1.45), (t.perfume, 500, 466, 1.0, AMBER), podium=(400, "#d9a3c8")),
    "eye-check": test_chart,
    "car-wash": bubbles,
    "vr-half-hour": virtual,
    "pizza-for-friends": slice_of_pizza,
    "tea-tasting": show("#cfd9b0", "#96a86a", "#eef3dc", (t.teapot, 320, 520, 1.75, "#5f7f3f"), (t.cup, 610, 540, 0.85, WHITE, "#b5752f")),
    "berry-cake": show("#fbd0d6", "#e08fa3", "#fff0f2", (t.cake, 400, 470, 1.6), podium=(420, WHITE)),
    "hem-jeans": show("#e6dcc8", "#bda684", "#f7f0e2", (t.jeans, 300, 500, 1.75), (t.needle, 560, 540, 1.2), (t.scissors, 680, 420, 1.1)),
    "ring-cleaning": show("#41346b", "#282048", "#6f5fa8", (t.ring, 400, 466, 1.7), podium=(260, "#6a5a98"),
                          extra=lambda c: p.sparkle(c, "ring", 30, "#ffe9c9")),
    "headphones-discount": show("#ffb8a0", "#e8705f", "#ffdccc", (t.headphones, 400, 468, 1.75, NAVY), podium=(340, CREAM)),
    "school-backpack": show("#ffe0a0", "#f0ae55", "#fff3d4", (t.books, 180, 540, 0.95), (t.backpack, 420, 540, 1.85),
                            (t.ball, 650, 550, 1.0, "game", CORAL)),
}
