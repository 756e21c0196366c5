"""The upright pictures of stories, 180 units wide; what matters stands in the lowest 320 of their height."""

import random

from canvas import D, R, V, ellipse, path, poly, rect

PINE, PINE_LIGHT = "#2f5d4f", "#437a69"


def ground(c):
    """Units with their zero 320 above the lower edge."""
    return c.at(0, c.h - 320)


def train(c):
    c.back(V("#f9c58d", "#7a4b8f"))
    with ground(c):
        c.soft(ellipse(126, 84, 34), "#fff2cf", 14, 0.5)
        c.fill(ellipse(126, 84, 30), "#fff2cf")
        c.fill(path("M0 190 L40 130 L74 174 L110 104 L180 200 V240 H0 Z"), V("#6a4486", "#4a2c60"))
        c.fill(rect(0, 220, 180, 110), "#efe6f4")
        c.fill(path("M-20 330 L70 220 H110 L200 330 Z"), V("#b9a6ca", "#d9cbe4"))
        c.fill(rect(62, 170, 56, 78, 14), V("#d64b3c", "#a52c20"))
        c.fill(rect(62, 212, 56, 5), "#fff")
        c.fill(rect(70, 180, 40, 24, 5), V("#e6f4fb", "#b7d8ea"))
        for x in (74, 106):
            c.soft(ellipse(x, 230, 8), "#ffe08a", 5, 0.7)
            c.fill(ellipse(x, 230, 5), "#ffe08a")


def baikal(c):
    c.back(V("#bfe6f5", "#5d9cc4"))
    with ground(c):
        c.fill(path("M-5 158 L50 84 L80 120 L120 62 L190 158 Z"), V("#5d8db2", "#35608a"))
        c.fill(path("M50 84 L36 102 L50 98 L58 104 L62 98 Z M120 62 L106 82 L118 78 L128 86 L136 78 Z"), "#fff")
        c.fill(rect(0, 150, 180, 180), V("#a9dcef", "#5fa9d0"))
        for shape in ("M10 190 L60 220 L90 200 L160 240", "M30 260 L90 240 L160 280", "M60 220 L50 280", "M120 216 L106 286"):
            c.stroke(path(shape), "#e9f8ff", 3)


def ticket(c):
    c.back(D("#ffe3b8", "#e2703a"))
    c.fill(ellipse(40, 60, 80), "#fff", 0.25)
    with ground(c), c.at(90, 160, 1, -14), c.at(-90, -170):
        c.soft(rect(30, 128, 120, 100, 8), "#7a2f10", 8, 0.3, 2, 4)
        c.fill(path("M30 120 H150 V156 Q136 156 136 170 Q136 184 150 184 V220 H30 V184 Q44 184 44 170 Q44 156 30 156 Z"),
               V("#fffdf6", "#fdeed6"))
        for y, x in ((140, 96), (156, 112), (186, 86), (202, 104)):
            c.stroke(poly((50, y), (x, y)), "#d9a873", 6)
        for y in range(130, 214, 12):
            c.stroke(poly((124, y), (124, y + 6)), "#e9c89c", 3)


def pine(c, x, y, size, color):
    for step, width in ((0, 0.5), (0.32, 0.72), (0.62, 1)):
        top = y + size * step
        c.fill(poly((x, top), (x + size * 0.46 * width, top + size * 0.52), (x - size * 0.46 * width, top + size * 0.52)), color)


def forest(c):
    c.back(V("#dfeef5", "#6d95a8"))
    with ground(c):
        c.fill(path("M-5 230 Q90 200 185 230 V330 H-5 Z"), V("#ffffff", "#dbe8ef"))
        for x, y, size, color in ((50, 110, 110, PINE), (132, 92, 128, PINE), (90, 168, 76, PINE_LIGHT), (18, 186, 54, PINE_LIGHT)):
            pine(c, x, y, size, color)
    r = random.Random("story-snow")
    for _ in range(40):
        c.fill(ellipse(r.uniform(0, 180), r.uniform(0, c.h * 0.7), r.uniform(0.8, 2.4)), "#fff", r.uniform(0.5, 0.95))


def city(c):
    c.back(V("#2b2f5b", "#e0728a"))
    with ground(c):
        c.soft(ellipse(120, 110, 40), "#ffd9a0", 16, 0.5)
        c.fill(ellipse(120, 110, 34), V("#ffe7bd", "#ffc98a"))
        c.fill(path("M0 200 H24 V150 H50 V180 H70 V110 L84 90 L98 110 V190 H116 V144 H146 V214 H180 V330 H0 Z"), "#1b1d3c")
        for x, y in ((32, 166), (40, 176), (84, 120), (90, 140), (80, 160), (126, 160), (136, 176), (30, 210), (90, 200)):
            c.fill(rect(x, y, 4, 6), "#ffd98a")
        c.fill(rect(0, 260, 180, 70), "#12132b")
        c.stroke(poly((-5, 292), (185, 276)), "#ffd98a", 1.6, 0.8)


def sea(c):
    c.back(V("#ffd9c2", "#7fb6cf"))
    with ground(c):
        c.soft(ellipse(90, 140, 46), "#fff3d6", 14, 0.6)
        c.fill(ellipse(90, 140, 38), "#fff3d6")
        c.fill(path("M0 170 C30 160 60 180 90 170 C120 160 150 180 180 170 V330 H0 Z"), V("#3f97bd", "#1d6187"))
        for y in (236, 268):
            c.stroke(path(f"M0 {y} C30 {y - 10} 60 {y + 10} 90 {y} C120 {y - 10} 150 {y + 10} 180 {y}"), "#8fd0e6", 3, 0.8)
        c.fill(path("M30 190 H150 L134 216 H46 Z"), V("#ffffff", "#dfe9ef"))
        c.fill(path("M56 190 V164 H116 V190 Z M80 164 V142 H96 V164 Z"), "#f4f9fb")
        for x in (66, 86, 106):
            c.fill(ellipse(x, 178, 4), "#2f86ad")


def night(c):
    c.back(V("#0f1638", "#46407c"))
    r = random.Random("story-night")
    for _ in range(60):
        c.fill(ellipse(r.uniform(0, 180), r.uniform(0, c.h * 0.55), r.uniform(0.4, 1.2)), "#fff", r.uniform(0.3, 0.95))
    with ground(c):
        c.soft(ellipse(46, 70, 22), "#ffe9b8", 12, 0.5)
        c.fill(ellipse(46, 70, 17), R("#fff8e0", "#ffd98f"))
        c.fill(path("M-5 214 Q60 190 185 220 V330 H-5 Z"), "#1d2248")
        for n in range(4):
            x = 6 + n * 46
            c.fill(rect(x, 176, 42, 34, 6), V("#3a67c9", "#24489b"))
            for w in range(3):
                c.fill(rect(x + 5 + w * 12, 184, 8, 10, 2), "#ffdf94")
        c.fill(rect(0, 210, 190, 4), "#0c1028")


ALL = {"train": train, "baikal": baikal, "ticket": ticket, "forest": forest, "city": city, "sea": sea, "night": night}
