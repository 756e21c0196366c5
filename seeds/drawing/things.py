"""Things that scenes are made of. Each stands on (0, 0) and is about 200 units high."""

import math
import random

from canvas import D, H, R, V, dark, ellipse, light, mix, path, poly, rect, star

TEAL, NAVY, PLUM, CORAL, AMBER = "#0f6f83", "#1f2a4d", "#7c2455", "#e8636f", "#f2a93b"
CREAM, MINT, SKY, WOOD, BROWN, WHITE = "#fff3df", "#8fd3bf", "#8ec5e8", "#b5753a", "#6b3e22", "#ffffff"
SKIN, INK = "#f0b793", "#2b2140"


def ground(c, rx, ry=None, alpha=0.35, color="#2b1430", x=0):
    c.soft(ellipse(x, 0, rx, ry or rx * 0.13), color, 8, alpha)


def cup(c, color=WHITE, drink=BROWN, saucer=True):
    ground(c, 130)
    if saucer:
        c.fill(ellipse(0, -8, 128, 20), V(light(color, 0.4), dark(color, 0.18)))
        c.fill(ellipse(0, -13, 100, 13), dark(color, 0.12))
    c.stroke(path("M78 -118 C150 -130 150 -48 58 -46"), V(color, dark(color, 0.2)), 17)
    c.fill(path("M-92 -136 C-92 -50 -62 -14 0 -14 C62 -14 92 -50 92 -136 Z"), H(color, dark(color, 0.2)))
    c.fill(path("M-80 -120 C-78 -70 -64 -40 -40 -28 C-58 -60 -64 -90 -64 -122 Z"), WHITE, 0.45)
    c.fill(ellipse(0, -136, 92, 21), light(color, 0.5))
    c.fill(ellipse(0, -135, 81, 16), R(light(drink, 0.1), dark(drink, 0.25)))
    c.fill(path("M0 -126 C-34 -132 -38 -146 -18 -146 C-8 -146 0 -141 0 -139 C0 -141 8 -146 18 -146 "
                "C38 -146 34 -132 0 -126 Z"), "#f0d3a8", 0.9)
    for x in (-36, 2, 40):
        c.soft(path(f"M{x} -166 c-16 -22 14 -34 0 -64 l10 0 c12 30 -16 44 0 64 Z"), WHITE, 3, 0.6)


def togo(c, color=TEAL, sleeve="#d9a066"):
    ground(c, 70)
    c.fill(path("M-52 -170 L-38 0 Q0 8 38 0 L52 -170 Z"), H(light(color, 0.15), dark(color, 0.25)))
    c.fill(path("M-49 -128 L-42 -44 Q0 -36 42 -44 L49 -128 Q0 -120 -49 -128 Z"), H(light(sleeve), dark(sleeve)))
    c.fill(star(0, -84, 20, 9), CREAM)
    c.fill(rect(-60, -190, 120, 24, 8), H(WHITE, "#d9d3dc"))
    c.fill(rect(-50, -206, 100, 20, 8), H(WHITE, "#cfc8d4"))


def croissant(c):
    ground(c, 110)
    crust = ["#c77a2c", "#d98f3d", "#e6a652", "#d98f3d", "#c77a2c"]
    places = [(-88, -22, 26, 36), (-50, -44, 12, 46), (0, -56, 0, 52), (50, -44, -12, 46), (88, -22, -26, 36)]
    for (x, y, turn, r), color in zip(places, crust):
        with c.at(x, y, turn=turn):
            c.fill(ellipse(0, 0, r * 0.86, r), D(light(color, 0.35), dark(color, 0.2)))
            c.stroke(path(f"M{-r * .4} {-r * .7} Q{-r * .1} 0 {-r * .4} {r * .7}"), WHITE, 5, 0.35)


def cake(c, color="#f7b3c0"):
    ground(c, 120)
    c.fill(ellipse(0, -8, 130, 18), V("#ffffff", "#cfd6dc"))
    c.fill(path("M-96 -110 V-18 Q0 6 96 -18 V-110 Z"), H("#fff1dc", "#e6c79c"))
    c.fill(path("M-96 -70 Q0 -46 96 -70 V-52 Q0 -28 -96 -52 Z"), dark(color, 0.15))
    c.fill(path("M-96 -112 V-84 q16 26 30 4 q14 34 34 6 q16 30 32 4 q18 30 34 -2 q16 26 30 -4 q18 20 32 -8 V-112 Z"),
           H(light(color), dark(color, 0.1)))
    c.fill(ellipse(0, -112, 96, 24), R(light(color, 0.5), color))
    for x, y in ((-54, -120), (0, -112), (54, -120), (-26, -130), (26, -130)):
        c.fill(ellipse(x, y - 8, 15, 15), R("#ff7d86", "#b3203c"))
        c.fill(ellipse(x - 5, y - 13, 4, 3), WHITE, 0.7)


def icecream(c, scoops=("#f9c6d0", "#fdf0d2", "#8a5a3c")):
    ground(c, 50)
    c.fill(path("M-50 -120 L0 0 L50 -120 Z"), H("#eebd78", "#b97a36"))
    with c.clip(path("M-50 -120 L0 0 L50 -120 Z")):
        for i in range(-5, 6):
            c.stroke(path(f"M{i * 20} -120 L{i * 20 + 44} 0"), "#a8691e", 3, 0.5)
            c.stroke(path(f"M{i * 20} -120 L{i * 20 - 44} 0"), "#a8691e", 3, 0.5)
    c.fill(rect(-56, -128, 112, 16, 8), "#c98a42")
    for (x, y), color in zip(((-25, -152), (25, -152), (0, -198)), scoops):
        c.fill(ellipse(x, y, 36, 34), R(light(color, 0.35), dark(color, 0.12)))
        c.fill(ellipse(x - 12, y - 14, 10, 7), WHITE, 0.5)


def pizza(c):
    c.soft(ellipse(0, 0, 118), "#2b1430", 10, 0.4, 0, 12)
    c.fill(ellipse(0, 0, 118), R("#f6c877", "#b9692a"))
    c.fill(ellipse(0, 0, 100), R("#ffdf86", "#f0b247"))
    r = random.Random("pizza")
    for i in range(9):
        a, d = i * 2.4, 26 + i * 7
        x, y = d * math.cos(a), d * math.sin(a)
        c.fill(ellipse(x, y, 19), R("#e4593f", "#b33124"))
        c.fill(ellipse(x - 5, y - 5, 5), "#ff9d80", 0.6)
    for i in range(11):
        a, d = r.uniform(0, 6.3), r.uniform(15, 88)
        with c.at(d * math.cos(a), d * math.sin(a), turn=r.uniform(0, 360)):
            c.fill(path("M0 -12 Q12 0 0 12 Q-12 0 0 -12 Z"), "#3f8a4a")
    for i in range(4):
        a = i * math.pi / 4 + 0.2
        dx, dy = 117 * math.cos(a), 117 * math.sin(a)
        c.stroke(poly((-dx, -dy), (dx, dy)), "#a35c1e", 3, 0.35)


def burger(c):
    ground(c, 110)
    c.fill(path("M-98 -42 H98 V-24 Q98 -2 70 -2 H-70 Q-98 -2 -98 -24 Z"), V("#e8a851", "#bb7429"))
    c.fill(rect(-104, -66, 208, 30, 14), V("#7a4526", "#4d2813"))
    c.fill(path("M-104 -72 H104 L74 -50 L52 -70 L14 -42 L-20 -70 L-60 -52 Z"), "#ffc23d")
    c.fill(rect(-100, -86, 200, 18, 9), "#d9443a")
    c.fill(path("M-108 -92 q14 24 30 6 q16 22 34 2 q18 22 36 0 q18 22 36 -2 q18 20 34 0 q20 16 46 -8 Z"), "#6db34c")
    c.fill(path("M-100 -92 C-100 -164 -58 -188 0 -188 C58 -188 100 -164 100 -92 Z"), V("#f0b562", "#c77d2d"))
    for x, y in ((-54, -138), (-20, -164), (20, -146), (56, -132), (-2, -122), (46, -160)):
        c.fill(ellipse(x, y, 8, 5), CREAM)


def sushi(c, top="#ff8a5c"):
    ground(c, 84)
    c.fill(rect(-78, -62, 156, 62, 30), V(WHITE, "#dcd7de"))
    c.fill(path("M-90 -56 C-90 -110 90 -110 90 -56 Q60 -44 0 -48 Q-60 -44 -90 -56 Z"), V(light(top), top))
    for x in (-52, -16, 20, 54):
        c.stroke(path(f"M{x} -88 q-14 16 -14 36"), WHITE, 5, 0.6)


def roll(c, core="#ff8a5c"):
    ground(c, 52)
    c.fill(path("M-52 -70 V-20 C-52 8 52 8 52 -20 V-70 Z"), H("#2f4238", "#16211b"))
    c.fill(ellipse(0, -72, 52, 26), "#23332b")
    c.fill(ellipse(0, -73, 45, 21), R(WHITE, "#e4dfe2"))
    c.fill(ellipse(0, -73, 20, 10), core)
    c.fill(ellipse(8, -75, 8, 5), "#7ab54a")


def gift(c, color=CORAL, ribbon=CREAM):
    ground(c, 105)
    c.fill(rect(-88, -112, 176, 112, 6), H(light(color, 0.1), dark(color, 0.25)))
    c.fill(rect(-100, -140, 200, 38, 6), H(light(color, 0.22), dark(color, 0.14)))
    c.fill(rect(-88, -102, 176, 10), dark(color, 0.4), 0.35)
    c.fill(rect(-17, -140, 34, 140), H(light(ribbon, 0.3), dark(ribbon, 0.12)))
    c.fill(path("M0 -142 C-34 -146 -84 -150 -76 -186 C-68 -214 -16 -190 0 -142 Z"), D(light(ribbon, 0.4), dark(ribbon, 0.1)))
    c.fill(path("M0 -142 C34 -146 84 -150 76 -186 C68 -214 16 -190 0 -142 Z"), D(ribbon, dark(ribbon, 0.2)))
    c.fill(path("M-8 -148 C-30 -152 -60 -158 -58 -178 C-46 -190 -20 -172 -8 -148 Z"), dark(ribbon, 0.3), 0.5)
    c.fill(path("M8 -148 C30 -152 60 -158 58 -178 C46 -190 20 -172 8 -148 Z"), dark(ribbon, 0.3), 0.5)
    c.fill(rect(-18, -160, 36, 26, 10), ribbon)


def bag(c, color=PLUM, mark=CREAM):
    ground(c, 84)
    c.stroke(path("M-36 -148 C-36 -214 36 -214 36 -148"), dark(mark, 0.1), 8)
    c.fill(path("M-74 -150 H74 L82 0 H-82 Z"), H(light(color, 0.16), dark(color, 0.16)))
    c.fill(path("M46 -150 H74 L82 0 H40 Z"), dark(color, 0.4), 0.3)
    c.fill(path("M-34 -70 Q0 -120 34 -70 Q0 -38 -34 -70 Z"), mark, 0.95)
    c.fill(ellipse(0, -73, 13), color)


def balloon(c, color=CORAL):
    c.stroke(path("M0 -86 C14 -60 -14 -30 0 0"), light(color), 3, 0.8)
    c.fill(path("M0 -88 C-70 -120 -74 -210 0 -214 C74 -210 70 -120 0 -88 Z"), R(light(color, 0.35), color))
    c.fill(poly((-9, -80), (9, -80), (0, -92)), dark(color))
    c.fill(ellipse(-24, -176, 12, 20), WHITE, 0.5)


def sneaker(c, color=TEAL, accent=AMBER):
    ground(c, 140)
    c.fill(path("M-132 -30 C-140 -74 -122 -118 -108 -124 C-96 -110 -72 -104 -54 -112 C-30 -92 0 -62 40 -54 "
                "C92 -46 132 -44 132 -18 L-130 -18 Z"), D(light(color, 0.25), dark(color, 0.15)))
    c.fill(path("M-132 -30 C-138 -70 -122 -118 -108 -124 C-98 -112 -92 -110 -88 -108 C-100 -80 -96 -50 -84 -22 "
                "L-132 -22 Z"), accent)
    c.fill(path("M66 -52 C106 -48 134 -44 132 -20 L58 -20 C80 -28 84 -42 66 -52 Z"), light(color, 0.6))
    c.fill(path("M-140 -28 H138 Q142 0 112 0 H-118 Q-144 0 -140 -28 Z"), V(WHITE, "#d6d2de"))
    c.stroke(path("M-136 -14 H136"), accent, 4)
    for x, y in ((-44, -104), (-24, -90), (-2, -76), (20, -64)):
        c.stroke(poly((x, y), (x - 26, y + 24)), WHITE, 6)
    c.fill(path("M-76 -40 C-30 -26 20 -40 34 -56 C14 -20 -40 -14 -76 -40 Z"), accent)


def books(c, colors=("#b5523b", TEAL, AMBER, PLUM)):
    ground(c, 120)
    for (x, y, w, h, turn), color in zip(((-8, 0, 210, 46, 0), (6, -46, 186, 38, 0), (-10, -84, 170, 42, 0),
                                          (4, -126, 150, 34, -4)), colors):
        with c.at(x, y, turn=turn):
            c.fill(rect(-w / 2, -h, w, h, 7), V(light(color), dark(color, 0.15)))
            c.fill(rect(w / 2 - 22, -h + 6, 24, h - 12, 3), V("#fffaf0", "#e0d4bf"))
            c.fill(rect(-w / 2 + 20, -h, 10, h), CREAM, 0.8)
            c.fill(rect(-w / 2 + 48, -h / 2 - 3, w * 0.35, 6, 3), CREAM, 0.7)


def openbook(c, cover=PLUM):
    ground(c, 150)
    c.fill(path("M-150 -84 L0 -60 L150 -84 V-4 L0 8 L-150 -4 Z"), cover)
    c.fill(path("M0 -66 C-40 -98 -100 -100 -142 -90 V-14 C-100 -24 -40 -20 0 4 Z"), H(WHITE, "#e2d8c8"))
    c.fill(path("M0 -66 C40 -98 100 -100 142 -90 V-14 C100 -24 40 -20 0 4 Z"), H("#e8decd", WHITE))
    for i in range(4):
        y = -74 + i * 15
        c.stroke(path(f"M-124 {y} C-90 {y - 5} -50 {y} -20 {y + 20}"), "#b9a88f", 3, 0.7)
        c.stroke(path(f"M124 {y} C90 {y - 5} 50 {y} 20 {y + 20}"), "#b9a88f", 3, 0.7)


def popcorn(c):
    ground(c, 84)
    r = random.Random("popcorn")
    for i in range(34):
        x = r.uniform(-78, 78)
        y = -148 - r.uniform(0, 46) * (1 - abs(x) / 100)
        color = r.choice(("#fff6d8", "#ffe7a3", "#ffd977"))
        for dx, dy in ((-9, 0), (9, 2), (0, -10), (0, 8)):
            c.fill(ellipse(x + dx, y + dy, 12), R(light(color, 0.4), dark(color, 0.08)))
    c.fill(path("M-82 -142 L-60 0 H60 L82 -142 Z"), WHITE)
    for i in range(4):
        a, b = -82 + i * 47, -60 + i * 34.4
        c.fill(poly((a, -142), (a + 23.5, -142), (b + 17.2, 0), (b, 0)), V("#e4434f", "#b3203c"))
    c.fill(path("M40 -142 H82 L60 0 H30 Z"), INK, 0.14)
    c.fill(ellipse(0, -74, 30), CREAM)
    c.fill(star(0, -74, 22, 10), AMBER)


def reel(c, color="#3a4266"):
    """A film reel that stands on its rim."""
    ground(c, 80)
    c.fill(ellipse(0, -100, 100), R(light(color, 0.35), dark(color, 0.2)))
    c.stroke(ellipse(0, -100, 92), light(color, 0.4), 4)
    for i in range(5):
        a = math.radians(72 * i - 90)
        x, y = 55 * math.cos(a), -100 + 55 * math.sin(a)
        c.fill(ellipse(x, y, 25), dark(color, 0.55))
        c.stroke(ellipse(x, y, 25), light(color, 0.3), 3)
    c.fill(ellipse(0, -100, 16), AMBER)


def strip(c, length=420, color=INK):
    for i in range(int(length / 60)):
        x = i * 60
        c.fill(rect(x, -44, 61, 88), color)
        c.fill(rect(x + 6, -26, 48, 52, 4), (D("#ffd98a", CORAL), D(SKY, TEAL), D("#f7b3c0", PLUM))[i % 3])
        for k in (8, 28, 46):
            c.fill(rect(x + k, -40, 9, 9, 2), CREAM)
            c.fill(rect(x + k, 31, 9, 9, 2), CREAM)


def clapper(c):
    ground(c, 110)
    c.fill(rect(-110, -120, 220, 120, 10), V("#3b3357", INK))
    for y in (-84, -48):
        c.stroke(poly((-94, y), (94, y)), CREAM, 3, 0.5)
    c.stroke(poly((-20, -84), (-20, -10)), CREAM, 3, 0.5)
    for turn, y in ((0, -150), (-14, -160)):
        with c.at(-110, y + 30, turn=turn):
            c.fill(rect(0, -32, 222, 32, 5), INK)
            for i in range(5):
                x = 6 + i * 44
                c.fill(poly((x, 0), (x + 20, 0), (x + 38, -32), (x + 18, -32)), CREAM)


def ticket(c, color=AMBER):
    c.soft(rect(-120, -62, 240, 124, 12), INK, 8, 0.35, 4, 12)
    c.fill(rect(-120, -62, 240, 124, 14), D(light(color, 0.3), color))
    c.stroke(rect(-104, -48, 208, 96, 8), WHITE, 4, 0.8)
    c.fill(star(-32, 0, 34, 15), WHITE)
    for i in range(6):
        c.fill(ellipse(48, -40 + i * 16, 4), WHITE, 0.9)
    for x in (-120, 120):
        c.fill(ellipse(x, 0, 17), dark(color, 0.55))
    for i in range(5):
        c.fill(rect(66 + i * 8, -30, 4, 60), dark(color, 0.5))


def flower(c, color=CORAL, r=40):
    for ring, share in ((10, 1), (8, 0.72), (6, 0.46)):
        tone = mix(color, "#ffffff", 0.45 * (1 - share))
        for i in range(ring):
            with c.at(turn=360 * i / ring + share * 40):
                c.fill(ellipse(0, -r * share * 0.66, r * share * 0.27, r * share * 0.42), V(light(tone, 0.12), dark(tone, 0.12)))
    c.fill(ellipse(0, 0, r * 0.2), R("#ffe9a8", AMBER))


def bouquet(c, colors=("#d94f70", "#f7b3c0", AMBER, CORAL, CREAM)):
    ground(c, 60)
    for x, turn in ((-60, -24), (-24, -10), (20, 8), (58, 22)):
        with c.at(x * 0.3, -90, turn=turn):
            c.fill(path("M0 0 C-26 -50 -20 -100 0 -140 C20 -100 26 -50 0 0 Z"), D("#7fb87f", "#37704d"))
    places = ((-72, -176, 40), (-6, -206, 44), (66, -178, 40), (-38, -142, 38), (30, -140, 40))
    for (x, y, r), color in zip(places, colors):
        with c.at(x, y):
            flower(c, color, r)
    c.fill(path("M-84 -122 Q0 -86 84 -122 L26 0 H-26 Z"), H("#f8e6d2", "#d9b492"))
    c.fill(path("M-84 -122 Q-30 -98 10 -96 L-10 0 H-26 Z"), WHITE, 0.35)
    c.fill(rect(-40, -56, 80, 18, 8), PLUM)
    c.fill(path("M0 -46 l-40 34 l10 -40 Z M0 -46 l40 34 l-10 -40 Z"), dark(PLUM, 0.1))


def plant(c, pot="#d98a63", leaf="#4f9a72", leaves=9, height=1):
    ground(c, 52)
    for i in range(leaves):
        turn = -70 + 140 * i / (leaves - 1)
        with c.at(0, -62, turn=turn):
            n = (150 - abs(turn)) * height
            tone = leaf if i % 2 else dark(leaf, 0.2)
            c.fill(path(f"M0 0 C{-n * .24} {-n * .4} {-n * .16} {-n * .8} 0 {-n} C{n * .16} {-n * .8} {n * .24} {-n * .4} 0 0 Z"),
                   H(light(tone, 0.2), dark(tone, 0.1)))
            c.stroke(poly((0, 0), (0, -n * 0.8)), light(tone, 0.3), 2, 0.6)
    c.fill(path("M-46 -70 H46 L34 0 H-34 Z"), H(light(pot), dark(pot, 0.2)))
    c.fill(rect(-52, -78, 104, 20, 6), H(light(pot, 0.35), dark(pot, 0.1)))


def headphones(c, color=PLUM):
    ground(c, 80)
    c.stroke(path("M-78 -70 C-90 -220 90 -220 78 -70"), V(light(color), dark(color)), 18)
    for side in (-1, 1):
        with c.at(side * 72, -58, turn=side * 8):
            c.fill(rect(-26, -54, 52, 108, 24), H(light(color, 0.2), dark(color, 0.25)))
            c.fill(rect(-side * 34 - 12, -44, 24, 88, 12), INK)


def phone(c, screen=(CORAL, AMBER)):
    ground(c, 60)
    c.fill(rect(-56, -210, 112, 210, 20), H("#4a4468", INK))
    c.fill(rect(-49, -203, 98, 196, 15), D(*screen))
    c.fill(rect(-36, -152, 72, 52, 8), WHITE, 0.85)
    c.fill(rect(-36, -92, 33, 33, 7), WHITE, 0.7)
    c.fill(rect(3, -92, 33, 33, 7), WHITE, 0.7)
    c.fill(rect(-36, -50, 72, 12, 6), WHITE, 0.8)
    c.fill(star(0, -126, 18, 8), AMBER)
    c.fill(rect(-18, -196, 36, 9, 5), INK)


def laptop(c, screen=(TEAL, MINT)):
    ground(c, 150)
    c.fill(rect(-112, -152, 224, 146, 10), INK)
    c.fill(rect(-102, -142, 204, 126, 4), D(*screen))
    c.fill(ellipse(40, -100, 26), "#ffd98a")
    c.fill(path("M-102 -16 V-50 L-50 -94 L-10 -56 L30 -84 L102 -36 V-16 Z"), dark(screen[0], 0.3), 0.8)
    c.fill(path("M-140 -10 H140 L130 4 H-130 Z"), V("#d6d2de", "#9b94ab"))


def armchair(c, color="#d9705f"):
    ground(c, 120)
    for x in (-78, 78):
        c.fill(path(f"M{x - 7} -30 L{x - 4} 0 H{x + 4} L{x + 7} -30 Z"), BROWN)
    c.fill(rect(-84, -190, 168, 140, 40), V(light(color, 0.15), dark(color, 0.12)))
    c.fill(rect(-90, -92, 180, 62, 20), V(light(color, 0.3), color))
    for x in (-112, 68):
        c.fill(rect(x, -122, 44, 100, 20), H(light(color, 0.2), dark(color, 0.2)))
    with c.at(-26, -118, turn=-12):
        c.fill(rect(-34, -34, 68, 68, 14), D("#ffe0a3", AMBER))


def lamp(c, shade=AMBER, glow=True):
    ground(c, 46)
    if glow:
        c.soft(ellipse(0, -180, 110), "#ffe7a8", 34, 0.55)
    c.fill(rect(-4, -170, 8, 166), "#4a3a4f")
    c.fill(ellipse(0, -5, 40, 9), "#4a3a4f")
    c.fill(path("M-34 -232 H34 L62 -156 H-62 Z"), H(light(shade, 0.35), shade))
    c.fill(ellipse(0, -156, 62, 9), "#fff6d8")


def shirt(c, color=SKY):
    c.fill(path("M-30 -190 Q0 -164 30 -190 L92 -160 L76 -104 L54 -114 V0 H-54 V-114 L-76 -104 L-92 -160 Z"),
           H(light(color, 0.2), dark(color, 0.12)))
    c.fill(path("M-30 -190 Q0 -148 30 -190 Q0 -170 -30 -190 Z"), dark(color, 0.3))
    c.fill(path("M54 -114 L50 0 H20 Q44 -50 54 -114 Z"), dark(color, 0.4), 0.2)


def dress(c, color=PLUM):
    c.fill(path("M-34 -200 L-22 -200 Q0 -170 22 -200 L34 -200 L40 -122 L92 0 Q0 16 -92 0 L-40 -122 Z"),
           H(light(color, 0.22), dark(color, 0.15)))
    for x in (-50, -18, 16, 50):
        c.stroke(path(f"M{x * .5} -104 Q{x * .7} -50 {x} -2"), dark(color, 0.35), 4, 0.5)
    c.fill(rect(-40, -130, 80, 12, 5), AMBER)


def coat(c, color="#b5523b"):
    c.fill(path("M-36 -196 Q0 -176 36 -196 L78 -168 L104 -30 L78 -24 L66 -96 V0 H-66 V-96 L-78 -24 L-104 -30 L-78 -168 Z"),
           H(light(color, 0.14), dark(color, 0.2)))
    c.fill(path("M-30 -196 L0 -112 L30 -196 Q0 -180 -30 -196 Z"), CREAM)
    c.fill(path("M-36 -198 L-52 -176 L0 -96 L-30 -196 Z M36 -198 L52 -176 L0 -96 L30 -196 Z"), dark(color, 0.35))
    for y in (-76, -44, -14):
        c.fill(ellipse(-14, y, 6), "#f3d9a8")
    c.stroke(poly((0, -96), (0, -2)), dark(color, 0.45), 3)


def hanger(c):
    """Clothes hang below its middle, at (0, 0)."""
    c.stroke(path("M0 -14 C0 -30 20 -28 18 -42 C16 -56 -8 -56 -10 -42"), "#6e6580", 5)
    c.stroke(path("M-58 12 L0 -14 L58 12"), WOOD, 9)


def jeans(c, color="#3f6ea8"):
    c.fill(path("M-60 -190 H60 L72 0 H16 L0 -120 L-16 0 H-72 Z"), H(light(color, 0.2), dark(color, 0.2)))
    c.fill(rect(-61, -196, 122, 18, 4), dark(color, 0.25))
    c.stroke(path("M-56 -176 Q-50 -146 -24 -148"), AMBER, 3)
    c.stroke(path("M56 -176 Q50 -146 24 -148"), AMBER, 3)
    c.stroke(poly((0, -178), (0, -124)), AMBER, 3)


def backpack(c, color=TEAL, accent=AMBER):
    ground(c, 84)
    c.stroke(path("M-24 -186 C-24 -214 24 -214 24 -186"), dark(color, 0.3), 10)
    c.fill(path("M-76 0 V-120 C-76 -206 76 -206 76 -120 V0 Q0 10 -76 0 Z"), H(light(color, 0.2), dark(color, 0.2)))
    c.fill(rect(-56, -84, 112, 76, 16), D(light(accent, 0.2), accent))
    c.stroke(poly((-44, -58), (44, -58)), dark(accent, 0.4), 4)
    c.stroke(path("M-60 -120 Q0 -146 60 -120"), dark(color, 0.4), 4)
    c.fill(rect(-7, -66, 14, 22, 5), CREAM)


def perfume(c, color="#f0a8b8"):
    ground(c, 64)
    c.fill(rect(-60, -120, 120, 120, 20), D(light(color, 0.55), color), 0.95)
    c.fill(rect(-46, -78, 92, 64, 12), D(color, dark(color, 0.25)), 0.9)
    c.fill(rect(-50, -110, 14, 96, 7), WHITE, 0.6)
    c.fill(rect(-18, -140, 36, 22, 4), H("#ffe3a8", "#b98a36"))
    c.fill(rect(-28, -190, 56, 52, 10), H("#ffe9bd", "#b98a36"))


def lipstick(c, color="#c2284f"):
    ground(c, 30)
    c.fill(rect(-27, -84, 54, 84, 5), H("#4a3a5f", INK))
    c.fill(rect(-21, -118, 42, 38, 3), H("#ffe3a8", "#b98a36"))
    c.fill(path("M-16 -118 V-160 Q0 -190 16 -184 V-118 Z"), H(light(color, 0.25), dark(color)))


def jar(c, color=MINT):
    ground(c, 60)
    c.fill(rect(-58, -70, 116, 70, 14), H(light(color, 0.4), color))
    c.fill(rect(-62, -104, 124, 38, 10), H(WHITE, "#cfc8d4"))
    c.fill(ellipse(0, -34, 18), WHITE, 0.8)


def glasses(c, color=PLUM):
    ground(c, 120)
    for x in (-62, 62):
        c.fill(ellipse(x, -44, 48, 42), D("#d6efff", "#8ec5e8"), 0.7)
        c.stroke(ellipse(x, -44, 48, 42), color, 11)
        c.stroke(path(f"M{x - 24} -38 L{x} -66"), WHITE, 6, 0.8)
    c.stroke(path("M-16 -54 Q0 -70 16 -54"), color, 10)
    c.stroke(path("M-108 -58 L-134 -74 M108 -58 L134 -74"), color, 10)


def ring(c, gem=SKY):
    ground(c, 60)
    c.stroke(ellipse(0, -62, 58), V("#ffe9a8", "#c9912e"), 16)
    c.stroke(ellipse(0, -62, 60, 60, 190, 250), WHITE, 5, 0.8)
    c.fill(poly((-46, -150), (-26, -176), (26, -176), (46, -150), (0, -108)), V(light(gem, 0.5), gem))
    c.fill(poly((-46, -150), (-16, -150), (0, -108)), light(gem, 0.2))
    c.fill(poly((16, -150), (46, -150), (0, -108)), dark(gem, 0.15))
    c.fill(poly((-16, -150), (0, -176), (16, -150)), WHITE, 0.8)


def watch(c, strap=BROWN):
    ground(c, 40)
    c.fill(path("M-34 -210 H34 L40 -130 H-40 Z M-40 -80 H40 L34 0 H-34 Z"), H(light(strap), dark(strap)))
    c.fill(ellipse(0, -105, 66), R("#fff3d0", "#c9912e"))
    c.fill(ellipse(0, -105, 54), R(WHITE, "#e6e0ea"))
    for i in range(12):
        a = math.radians(30 * i)
        c.stroke(poly((44 * math.cos(a), -105 + 44 * math.sin(a)), (49 * math.cos(a), -105 + 49 * math.sin(a))), INK, 4)
    c.stroke(poly((0, -105), (0, -140)), INK, 5)
    c.stroke(poly((0, -105), (24, -92)), PLUM, 5)


def bear(c, color="#c68a56"):
    ground(c, 86)
    for x in (-52, 52):
        c.fill(ellipse(x, -16, 34, 26), R(light(color), dark(color)))
        c.fill(ellipse(x, -14, 17, 14), "#f0d3b0")
        c.fill(ellipse(x * 1.26, -84, 20, 34), R(light(color), dark(color, 0.1)))
        c.fill(ellipse(x * 0.96, -196, 23), color)
        c.fill(ellipse(x * 0.96, -196, 12), "#f0c3a0")
    c.fill(ellipse(0, -66, 62, 62), R(light(color, 0.2), dark(color, 0.1)))
    c.fill(ellipse(0, -58, 36, 40), "#f0d3b0")
    c.fill(ellipse(0, -156, 62, 56), R(light(color, 0.25), dark(color, 0.05)))
    c.fill(ellipse(0, -140, 29, 23), "#f6dfc4")
    c.fill(ellipse(0, -150, 11, 8), INK)
    for x in (-26, 26):
        c.fill(ellipse(x, -168, 6.5), INK)
        c.fill(ellipse(x + 2, -170, 2), WHITE)
    c.stroke(path("M-12 -134 Q0 -124 12 -134"), INK, 3)
    c.fill(path("M0 -102 l-34 -16 v34 Z M0 -102 l34 -16 v34 Z"), CORAL)


def robot(c, color=SKY):
    ground(c, 70)
    for x in (-34, 10):
        c.fill(rect(x, -36, 24, 36, 6), "#6e6580")
    c.fill(rect(-60, -118, 120, 90, 18), H(light(color, 0.3), dark(color, 0.12)))
    c.fill(rect(-34, -100, 68, 44, 8), INK)
    for i, h in enumerate((16, 28, 20, 32)):
        c.fill(rect(-26 + i * 14, -62 - h, 9, h, 2), (MINT, AMBER, CORAL, SKY)[i])
    c.stroke(path("M-60 -96 C-96 -90 -92 -60 -88 -50 M60 -96 C96 -100 96 -130 92 -142"), "#6e6580", 12)
    c.fill(rect(-50, -192, 100, 66, 24), H(WHITE, "#cfd6e4"))
    c.fill(rect(-36, -176, 72, 34, 16), INK)
    for x in (-16, 16):
        c.fill(ellipse(x, -159, 8), "#7ff0e0")
    c.stroke(poly((0, -192), (0, -214)), "#6e6580", 5)
    c.fill(ellipse(0, -218, 9), CORAL)


def cat(c, color="#e09a4f"):
    ground(c, 76)
    c.stroke(path("M54 -20 C120 -20 110 -90 92 -104"), dark(color, 0.1), 20)
    c.fill(path("M-62 0 C-70 -80 -40 -120 0 -120 C40 -120 70 -80 62 0 Z"), H(light(color, 0.15), dark(color, 0.12)))
    c.fill(path("M-24 0 C-30 -50 -16 -84 0 -84 C16 -84 30 -50 24 0 Z"), CREAM)
    c.fill(poly((-52, -146), (-50, -206), (-12, -176)), color)
    c.fill(poly((52, -146), (50, -206), (12, -176)), color)
    c.fill(ellipse(0, -142, 58, 48), R(light(color, 0.2), color))
    c.fill(ellipse(0, -124, 28, 20), CREAM)
    for x in (-24, 24):
        c.fill(ellipse(x, -150, 9, 11), INK)
        c.fill(ellipse(x + 3, -154, 3), WHITE)
        c.stroke(path(f"M{x * .9} -122 L{x * 2.6} -128 M{x * .9} -116 L{x * 2.6} -112"), WHITE, 2.5, 0.8)
    c.fill(poly((-7, -134), (7, -134), (0, -126)), CORAL)


def skate(c, color=WHITE, accent=CORAL):
    ground(c, 110)
    c.fill(path("M-100 -10 H96 Q112 -10 112 -24 L118 -24 Q118 0 96 0 H-100 Z"), V(WHITE, "#8f9bb0"))
    for x in (-70, 44):
        c.fill(poly((x, -40), (x + 36, -40), (x + 30, -8), (x + 6, -8)), V("#dfe6ee", "#8f9bb0"))
    c.fill(path("M-86 -36 V-200 Q-50 -214 -6 -198 V-128 C10 -100 40 -92 74 -84 C104 -76 108 -56 106 -36 Z"),
           H(light(color, 0.3), dark(color, 0.14)))
    c.fill(path("M-86 -44 H107 V-32 H-86 Z"), dark(accent, 0.1))
    c.fill(path("M-90 -188 Q-50 -204 -2 -188 V-212 Q-50 -230 -90 -212 Z"), accent)
    for i in range(5):
        y = -178 + i * 17
        c.stroke(poly((-12 + i * 1.2, y), (-40, y - 10)), accent, 5)


def skater(c, color=CORAL):
    """A figure that glides to the right."""
    ground(c, 90, 8)
    c.stroke(path("M-8 -104 Q-74 -100 -122 -74"), INK, 18)
    c.stroke(path("M-2 -102 Q22 -66 4 -16"), dark(INK, 0.1), 19)
    c.stroke(poly((-140, -60), (-116, -80)), WHITE, 13)
    c.stroke(poly((-22, -8), (26, -8)), WHITE, 12)
    c.stroke(poly((-30, 1), (34, 1)), "#8f9bb0", 5)
    c.stroke(path("M20 -164 Q70 -190 112 -172"), dark(color, 0.12), 15)
    c.stroke(path("M12 -164 Q-40 -176 -70 -150"), dark(color, 0.2), 15)
    c.fill(path("M-26 -100 Q-20 -160 12 -184 Q42 -180 38 -150 Q34 -116 14 -98 Z"), D(light(color), dark(color, 0.1)))
    c.stroke(path("M22 -184 Q-14 -196 -52 -186"), AMBER, 15)
    c.fill(ellipse(36, -208, 25), SKIN)
    c.fill(path("M10 -212 C10 -246 62 -246 61 -212 Q36 -224 10 -212 Z"), TEAL)
    c.fill(ellipse(34, -244, 9), CREAM)


def yogi(c, color=TEAL, hair="#4a2a2a"):
    ground(c, 130)
    c.fill(rect(-150, -12, 300, 14, 7), H("#b58ad0", "#7c5aa3"))
    c.fill(path("M-120 -14 C-130 -50 -60 -56 0 -40 C60 -56 130 -50 120 -14 Q60 -2 0 -16 Q-60 -2 -120 -14 Z"),
           H(NAVY, dark(NAVY, 0.4)))
    c.stroke(path("M-60 -22 Q0 -4 60 -22"), light(NAVY, 0.25), 4, 0.6)
    c.stroke(path("M-28 -136 C-70 -112 -88 -70 -98 -52"), SKIN, 17)
    c.stroke(path("M28 -136 C70 -112 88 -70 98 -52"), dark(SKIN, 0.08), 17)
    c.fill(ellipse(-100, -46, 12), SKIN)
    c.fill(ellipse(100, -46, 12), dark(SKIN, 0.08))
    c.fill(path("M-42 -36 C-36 -80 -52 -120 -38 -146 Q0 -160 38 -146 C52 -120 36 -80 42 -36 Q0 -24 -42 -36 Z"),
           H(light(color, 0.15), dark(color, 0.15)))
    c.fill(rect(-11, -168, 22, 26, 8), dark(SKIN, 0.1))
    c.fill(ellipse(0, -190, 30, 33), SKIN)
    c.fill(path("M-32 -186 C-38 -238 38 -238 32 -186 C24 -208 -8 -212 -32 -186 Z"), hair)
    c.fill(ellipse(0, -230, 15), hair)
    c.stroke(path("M-16 -186 q5 5 10 0 M6 -186 q5 5 10 0"), INK, 2.5)
    c.stroke(path("M-7 -172 q7 6 14 0"), "#a8463a", 2.5)


def dumbbell(c, color=NAVY):
    ground(c, 120)
    c.fill(rect(-70, -54, 140, 18, 6), V("#e8e4ee", "#8f88a0"))
    for side in (-1, 1):
        c.fill(rect(side * 84 - 20, -90, 40, 90, 12), V(light(color, 0.35), dark(color, 0.2)))
        c.fill(rect(side * 118 - 14, -76, 28, 62, 10), V(light(color, 0.25), dark(color, 0.3)))


def ball(c, kind="bowl", color=PLUM):
    ground(c, 60)
    c.fill(ellipse(0, -60, 60), R(light(color, 0.4), dark(color, 0.15)))
    c.fill(ellipse(-22, -86, 14, 10), WHITE, 0.5)
    if kind == "bowl":
        for x, y in ((12, -82), (30, -72), (14, -62)):
            c.fill(ellipse(x, y, 6.5), INK)
    else:
        c.stroke(path("M-60 -60 Q0 -34 60 -60 M0 -120 Q-30 -60 0 0"), INK, 4)


def pin(c):
    ground(c, 28)
    c.fill(path("M-18 0 C-44 -60 -32 -96 -14 -130 C-8 -150 -26 -196 0 -198 C26 -196 8 -150 14 -130 C32 -96 44 -60 18 0 Z"),
           H(WHITE, "#d3ccd8"))
    c.stroke(path("M-13 -142 Q0 -136 13 -142"), "#d9343f", 6)
    c.stroke(path("M-16 -126 Q0 -119 16 -126"), "#d9343f", 6)


def gamepad(c, color=WHITE):
    c.soft(rect(-110, -40, 220, 100, 40), INK, 10, 0.35, 0, 14)
    c.fill(path("M-70 -58 H70 C120 -58 138 30 128 66 C118 92 84 76 62 40 H-62 C-84 76 -118 92 -128 66 C-138 30 -120 -58 -70 -58 Z"),
           V(light(color), dark(color, 0.15)))
    c.fill(rect(-84, -22, 50, 16, 5), INK)
    c.fill(rect(-67, -39, 16, 50, 5), INK)
    for (x, y), tone in zip(((68, -38), (90, -16), (46, -16), (68, 6)), (CORAL, AMBER, TEAL, PLUM)):
        c.fill(ellipse(x, y, 11), R(light(tone), tone))
    for x in (-30, 30):
        c.fill(ellipse(x, 20, 18), "#55496e")
        c.fill(ellipse(x, 17, 12), "#8679a3")


def visor(c):
    """A head that wears a virtual reality headset."""
    c.fill(path("M-84 0 C-80 -60 -50 -66 -30 -72 H40 C70 -66 84 -50 88 0 Z"), H("#9a5fd0", PLUM))
    c.fill(rect(-24, -100, 50, 44, 14), dark(SKIN, 0.15))
    c.fill(ellipse(4, -140, 56, 66), SKIN)
    c.fill(path("M-54 -140 C-70 -226 50 -232 60 -176 C30 -196 -10 -190 -22 -150 C-30 -130 -50 -120 -54 -140 Z"), "#3a2340")
    c.fill(rect(-58, -158, 70, 16, 5), INK)
    c.fill(rect(-6, -176, 84, 54, 18), H("#4a4468", "#15102a"))
    c.fill(rect(50, -168, 26, 38, 10), V("#7ff0e0", "#7b5fe0"))
    c.stroke(path("M30 -102 q14 8 24 -4"), "#a8463a", 4)


def mic(c):
    ground(c, 54)
    c.fill(rect(-5, -150, 10, 148), "#3a3350")
    c.fill(ellipse(0, -4, 48, 10), "#3a3350")
    with c.at(0, -150, turn=24):
        c.fill(path("M-16 0 H16 L24 -60 H-24 Z"), H("#6e6580", INK))
        c.fill(rect(-30, -72, 60, 14, 5), H("#ffe3a8", "#b98a36"))
        c.fill(ellipse(0, -94, 33), R("#e8e4ee", "#7a7390"))
        for i in range(-2, 3):
            c.stroke(path(f"M{i * 13} {-94 - 28 + abs(i) * 5} V{-94 + 28 - abs(i) * 5}"), "#5f5878", 2, 0.7)


def sax(c):
    with c.at(turn=14):
        c.stroke(path("M30 -200 Q56 -204 56 -178 V-60 C56 -8 -44 -8 -44 -60 V-88"), V("#ffd98a", "#c9862a"), 22)
        c.fill(path("M-62 -92 Q-90 -142 -98 -144 Q-44 -160 8 -144 Q-20 -130 -28 -86 Z"), D("#ffe3a3", "#b9781e"))
        c.fill(ellipse(-46, -147, 54, 11), "#7a4f12")
        c.stroke(path("M30 -200 L0 -208"), INK, 10)
        for y in (-160, -132, -104, -76):
            c.fill(ellipse(56, y, 9), R(CREAM, "#a8741e"))


def guitar(c):
    with c.at(turn=24):
        c.fill(rect(-9, -230, 18, 130), BROWN)
        c.fill(rect(-15, -262, 30, 40, 6), INK)
        c.fill(path("M-34 -120 C-62 -112 -50 -84 -46 -78 C-96 -60 -84 0 0 0 C84 0 96 -60 46 -78 C50 -84 62 -112 34 -120 "
                    "C20 -124 -20 -124 -34 -120 Z"), D("#f0b25a", "#a8591e"))
        c.fill(ellipse(0, -66, 22), INK)
        for x in (-5, 0, 5):
            c.stroke(poly((x, -240), (x, -24)), CREAM, 1.5)
        c.fill(rect(-24, -28, 48, 9, 3), INK)


def palette(c):
    c.soft(ellipse(0, 0, 118, 84), INK, 10, 0.3, 0, 12)
    c.fill(path("M-20 84 C-120 80 -140 -20 -70 -66 C0 -108 122 -80 122 0 C122 44 80 30 54 34 C20 40 44 86 -20 84 Z"),
           D("#e6b980", "#b57f45"))
    for (x, y), color in zip(((-76, 24), (-76, -22), (-34, -54), (18, -62), (68, -44), (90, 0)),
                             (CORAL, AMBER, "#6db36c", SKY, PLUM, WHITE)):
        c.fill(ellipse(x, y, 20, 16), R(light(color, 0.3), color))
    c.fill(ellipse(-14, 44, 17, 13), "#7a4f28")


def brush(c, color=CORAL):
    c.fill(path("M-7 0 H7 L4 -150 H-4 Z"), H("#f0b25a", WOOD))
    c.fill(rect(-9, -6, 18, 30, 3), H("#e8e4ee", "#8f88a0"))
    c.fill(path("M-9 24 H9 C16 46 8 56 0 74 C-8 56 -16 46 -9 24 Z"), color)


def gingerbread(c):
    ground(c, 70)
    d = "#b9692f"
    c.stroke(path("M-20 -70 L-40 -20 M20 -70 L40 -20 M-20 -110 L-72 -122 M20 -110 L72 -122"), d, 44)
    c.fill(rect(-36, -134, 72, 96, 24), d)
    c.fill(ellipse(0, -166, 46), R(light(d, 0.15), d))
    for x in (-16, 16):
        c.fill(ellipse(x, -174, 6), WHITE)
    c.stroke(path("M-18 -154 Q0 -138 18 -154"), WHITE, 5)
    for y in (-112, -86, -60):
        c.fill(ellipse(0, y, 8), (CORAL, MINT, AMBER)[(y // 26) % 3])
    for a, b in (("M-84 -136 q8 12 4 28", ""), ("M84 -136 q-8 12 -4 28", ""), ("M-60 -20 q18 -4 30 10", ""), ("M60 -20 q-18 -4 -30 10", "")):
        c.stroke(path(a), WHITE, 5)


def teapot(c, color=TEAL):
    ground(c, 110)
    c.stroke(path("M72 -110 C140 -120 140 -34 66 -34"), dark(color, 0.1), 16)
    c.fill(path("M-70 -60 C-110 -70 -110 -120 -136 -128 L-112 -140 C-84 -130 -92 -104 -60 -96 Z"), dark(color, 0.05))
    c.fill(ellipse(0, -70, 88, 70), R(light(color, 0.25), dark(color, 0.1)))
    c.fill(ellipse(0, -134, 44, 12), dark(color, 0.2))
    c.fill(ellipse(0, -148, 13), AMBER)
    for i in range(5):
        with c.at(0, -66, turn=i * 72):
            c.fill(ellipse(0, -24, 10, 20), CREAM, 0.85)


def car(c, color=CORAL):
    ground(c, 180)
    c.fill(path("M-176 -30 C-180 -78 -150 -84 -112 -88 L-70 -130 Q-60 -138 -40 -138 H44 Q62 -138 76 -126 L116 -88 "
                "C160 -84 180 -74 176 -30 Z"), V(light(color, 0.2), dark(color, 0.15)))
    c.fill(path("M-88 -90 L-56 -122 H-6 V-90 Z M8 -90 V-122 H46 Q56 -122 64 -114 L90 -90 Z"), D("#e4f4ff", SKY))
    c.fill(rect(-178, -44, 356, 16, 8), dark(color, 0.4))
    c.fill(ellipse(164, -66, 12, 9), "#fff3c4")
    for x in (-104, 104):
        c.fill(ellipse(x, -32, 37), INK)
        c.fill(ellipse(x, -32, 20), R(WHITE, "#9b94ab"))


def needle(c, color=CORAL):
    ground(c, 50)
    c.fill(rect(-42, -24, 84, 24, 6), WOOD)
    c.fill(rect(-42, -140, 84, 24, 6), light(WOOD, 0.2))
    c.fill(rect(-33, -118, 66, 96, 5), H(light(color), dark(color)))
    for i in range(8):
        c.stroke(poly((-32, -110 + i * 12), (32, -106 + i * 12)), dark(color, 0.25), 3)
    c.stroke(path("M33 -40 C90 -30 70 -110 112 -120 C150 -126 150 -60 120 -40"), color, 4)


def scissors(c):
    for side in (-1, 1):
        with c.at(0, -100, turn=side * 20):
            c.fill(poly((-9, 4), (9, 4), (side * 4, -112)), H("#f4f2f8", "#9b94ab"))
            c.stroke(poly((0, 0), (0, 44)), CORAL, 13)
            c.stroke(ellipse(0, 68, 22, 28), CORAL, 13)
    c.fill(ellipse(0, -100, 7), INK)


def basket(c):
    ground(c, 120)
    for x, y, r, color in ((-64, -112, 36, "#d9443a"), (66, -112, 34, "#f2a93b"), (-6, -120, 40, "#7ab54a")):
        c.fill(ellipse(x, y, r), R(light(color, 0.3), dark(color, 0.1)))
        c.stroke(path(f"M{x} {y - r + 4} q4 -16 14 -18"), "#4f7a3a", 5)
    for x, turn in ((26, 14), (44, 30)):
        with c.at(x, -90, turn=turn):
            c.fill(path("M-12 0 L-9 -100 Q0 -112 9 -100 L12 0 Z"), H("#f0b562", "#b9772d"))
            for y in (-40, -62, -84):
                c.stroke(poly((-6, y), (6, y - 7)), CREAM, 3, 0.8)
    with c.at(-34, -84, turn=-22):
        for turn in (-24, 0, 24):
            with c.at(turn=turn):
                c.fill(ellipse(0, -62, 15, 44), D("#8fce7a", "#3f8a4a"))
    c.fill(path("M-120 -90 H120 L96 0 H-96 Z"), H("#d99a55", "#9a6228"))
    for i in range(4):
        for k in range(7):
            x = -104 + k * 31 + (15 if i % 2 else 0)
            c.fill(rect(x, -80 + i * 20, 24, 12, 5), "#f0c183", 0.55)
    c.fill(rect(-128, -100, 256, 20, 9), H("#e8b274", "#a86c30"))


def scooter(c, color=MINT):
    ground(c, 110)
    c.stroke(path("M-90 -34 H56 L84 -186"), dark(color, 0.05), 13)
    c.stroke(poly((58, -190), (108, -184)), INK, 11)
    for x in (-92, 66):
        c.fill(ellipse(x, -24, 25), INK)
        c.fill(ellipse(x, -24, 12), AMBER)
    c.fill(rect(-84, -46, 132, 16, 7), AMBER)


def tent(c):
    ground(c, 150)
    c.fill(poly((0, -176), (-150, 0), (150, 0)), D("#f2b44f", "#d9783a"))
    c.fill(poly((0, -176), (-54, 0), (54, 0)), "#3a2340")
    c.fill(poly((0, -176), (-54, 0), (-88, 0)), D(CREAM, "#e0b070"))
    c.fill(poly((0, -176), (54, 0), (88, 0)), D(CREAM, "#d09a58"))


def telescope(c):
    ground(c, 80)
    c.stroke(path("M0 -110 L-60 0 M0 -110 L60 0 M0 -110 L6 0"), WOOD, 9)
    with c.at(0, -126, turn=-32):
        c.fill(rect(-96, -20, 104, 40, 6), V("#6e6fa8", NAVY))
        c.fill(rect(0, -27, 92, 54, 8), V("#8a8bd0", "#30366b"))
        c.fill(rect(84, -33, 18, 66, 5), AMBER)
        c.fill(rect(-112, -12, 22, 24, 4), INK)


def cart(c, color=CORAL):
    ground(c, 110)
    c.stroke(path("M-140 -176 H-104 L-70 -50 H92"), "#6e6580", 11)
    c.fill(path("M-98 -150 H118 L92 -72 H-78 Z"), H(light(color), dark(color, 0.1)))
    for i in range(5):
        c.stroke(poly((-64 + i * 36, -146), (-56 + i * 32, -78)), WHITE, 5, 0.7)
    for x in (-50, 76):
        c.fill(ellipse(x, -20, 20), INK)
        c.fill(ellipse(x, -20, 9), WHITE)


def mannequin(c, dressed=coat, color="#b5523b"):
    ground(c, 50)
    c.fill(rect(-4, -110, 8, 108), "#4a3a4f")
    c.fill(ellipse(0, -4, 44, 9), "#4a3a4f")
    with c.at(0, -62, 0.96):
        c.fill(ellipse(0, -226, 23, 29), "#e8dccf")
        c.fill(rect(-10, -206, 20, 24, 5), "#d9cbbb")
        dressed(c, color)


def house(c, color="#f7d9b0", roof=CORAL):
    ground(c, 90)
    c.fill(rect(-80, -116, 160, 116), H(light(color), dark(color, 0.12)))
    c.fill(poly((-104, -110), (0, -196), (104, -110)), V(light(roof), dark(roof)))
    c.fill(path("M-22 0 V-50 Q0 -82 22 -50 V0 Z"), BROWN)
    for x in (-62, 34):
        c.fill(rect(x, -94, 30, 32, 4), "#ffe9a8")
        c.stroke(path(f"M{x + 15} -94 V-62 M{x} -78 H{x + 30}"), WHITE, 4)
