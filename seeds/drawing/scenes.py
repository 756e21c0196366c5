"""The wide pictures of news, events and promotions, 1200 units by 675."""

import places as p
import things as t
from canvas import D, H, R, V, dark, ellipse, light, path, poly, rect, star
from things import AMBER, BROWN, CORAL, CREAM, INK, MINT, NAVY, PLUM, SKY, TEAL, WHITE


def put(c, thing, x, y, size=1.0, *args, turn=0, flip=False, **named):
    with c.at(x, y, size, turn, flip):
        thing(c, *args, **named)


# News


def coffee(c):
    p.table(c, "#8a5a3c", "#d9a066")
    p.window(c, 690, 60, 400, 320, ("#ffd9a8", "#fff3df"))
    put(c, t.plant, 1080, 500, 1.15)
    put(c, t.cup, 430, 590, 1.75)
    put(c, t.croissant, 820, 590, 1.2)
    put(c, t.togo, 180, 520, 1.1, PLUM)


def club(c):
    p.studio(c, "#5b2a6b", "#3a1a4f", "#a860b0")
    p.podium(c, 600, 500, 420, 70, "#8a4aa0")
    put(c, t.gift, 330, 560, 1.05)
    put(c, t.bag, 880, 570, 1.1, TEAL)
    put(c, t.phone, 600, 500, 1.75)
    for x, y, r in ((300, 170, 44), (890, 150, 56), (450, 120, 28), (1010, 300, 34), (190, 330, 30)):
        c.soft(ellipse(x, y, r), "#ffd98a", 14, 0.5)
        c.fill(ellipse(x, y, r), R("#fff0c0", AMBER))
        c.fill(star(x, y, r * 0.58, r * 0.26), "#fff8e2")
    p.sparkle(c, "club", 22)


def facade(c):
    p.night(c, base=560)
    c.fill(rect(-4, 556, 1210, 130), V("#3a3568", "#1d1a40"))
    c.fill(path("M150 560 V270 Q600 170 1050 270 V560 Z"), V("#4a3f86", "#2b2458"))
    c.soft(rect(190, 330, 820, 220), "#ffd98a", 26, 0.5)
    for i in range(9):
        c.fill(rect(186 + i * 93, 300 - 36 * (1 - abs(i - 4) / 4), 82, 110, 5), V("#ffe9b0", "#f2a93b"))
        c.fill(rect(186 + i * 93, 424, 82, 132, 5), V("#fff3cf", "#f7c66b"))
    for i, (thing, args) in enumerate(((t.mannequin, ()), (t.lamp, ()), (t.plant, ()), (t.mannequin, (t.dress, PLUM)))):
        put(c, thing, 227 + (i % 2) * 93 + (i // 2) * 558, 552, 0.42, *args)
    c.fill(rect(500, 424, 200, 132, 4), V("#fffbe8", "#ffd98a"))
    c.stroke(poly((600, 424), (600, 556)), "#7a5c30", 5)
    c.fill(rect(420, 236, 360, 18, 8), CORAL)
    for x in (70, 1130):
        p.tree(c, x, 590, 1.2, "#3a6a6b")
    for i in range(12):
        c.soft(rect(190 + i * 70, 572, 40, 80), "#ffd98a", 10, 0.2)


def terrace(c):
    p.sunset(c, 480)
    c.fill(rect(-4, 476, 1210, 210), V("#d9a878", "#a8714a"))
    for i in range(9):
        c.stroke(poly((600 + (i - 4) * 110, 476), (600 + (i - 4) * 230, 690)), "#8a5a38", 4, 0.6)
    c.stroke(poly((-10, 420), (1210, 420)), WHITE, 8)
    for i in range(25):
        c.stroke(poly((i * 50, 420), (i * 50, 478)), WHITE, 4, 0.9)
    p.garland(c, 20, 60)
    for x, s in ((110, 1.5), (1080, 1.6), (300, 0.9)):
        put(c, t.plant, x, 560 + s * 20, s)
    p.bench(c, 480, 600, 280)
    put(c, t.togo, 820, 620, 0.6, CORAL)
    put(c, t.cat, 620, 552, 0.5)


def eco(c):
    p.studio(c, "#bfe3cf", "#7fbfa0", "#e4f6ec")
    for x, color, thing in ((300, TEAL, 0), (600, AMBER, 1), (900, CORAL, 2)):
        with c.at(x, 600):
            t.ground(c, 120)
            c.fill(path("M-105 -260 H105 L90 0 H-90 Z"), H(light(color, 0.2), dark(color, 0.15)))
            c.fill(rect(-120, -290, 240, 44, 16), V(light(color, 0.35), color))
            c.fill(rect(-60, -278, 120, 16, 8), INK, 0.7)
            c.fill(ellipse(0, -130, 58), WHITE, 0.92)
            if thing == 0:
                c.fill(rect(-18, -168, 36, 74, 6), color)
                c.fill(rect(-9, -178, 18, 12, 3), color)
            elif thing == 1:
                put(c, t.shirt, 0, -95, 0.4, color)
            else:
                put(c, t.openbook, 0, -108, 0.28, color)
    for x, y in ((180, 200), (450, 150), (770, 180), (1040, 220)):
        with c.at(x, y, 0.6, x % 60):
            c.fill(path("M0 0 C-60 -50 -40 -120 0 -150 C40 -120 60 -50 0 0 Z"), D("#8fce7a", "#3f8a4a"))
    p.fronds(c, "right")


def nursery(c):
    p.studio(c, "#ffe0c9", "#e9b48f", "#fff3e6")
    p.window(c, 130, 80, 280, 240)
    for i, color in enumerate((CORAL, AMBER, MINT, SKY)):
        c.fill(ellipse(760, 120, 150 - i * 26, 150 - i * 26, 180, 360), color)
    c.fill(ellipse(760, 120, 46, 46, 180, 360), "#fff3e6")
    put(c, t.armchair, 330, 590, 1.4, TEAL)
    put(c, t.bear, 640, 600, 1.25)
    put(c, t.lamp, 1050, 570, 1.4)
    for x, color in ((840, CORAL), (920, AMBER), (880, TEAL)):
        y = 600 if color != TEAL else 528
        c.fill(rect(x - 36, y - 72, 72, 72, 8), D(light(color), color))
        c.fill(star(x, y - 36, 22, 10), WHITE, 0.9)


def charging(c):
    c.back(V("#2b3a6b", "#5a7ab0"))
    for i in range(5):
        x = 60 + i * 270
        c.fill(rect(x, 0, 46, 470), H("#8fa5cc", "#5f78a8"))
        c.fill(rect(x, 330, 46, 60), AMBER)
    for x in (150, 690):
        c.soft(rect(x, 56, 300, 12), "#eaf7ff", 12, 0.9)
        c.fill(rect(x, 56, 300, 12, 6), WHITE)
    c.fill(rect(-4, 460, 1210, 220), V("#6f86b0", "#34456f"))
    for x in (180, 560, 940):
        c.stroke(poly((x + 80, 465), (x, 690)), WHITE, 8, 0.8)
    put(c, t.car, 420, 600, 1.5, MINT)
    with c.at(900, 590):
        t.ground(c, 90)
        c.fill(rect(-64, -320, 128, 320, 26), H(WHITE, "#b9c6dc"))
        c.fill(rect(-42, -290, 84, 110, 12), V(TEAL, NAVY))
        c.fill(poly((10, -280), (-26, -230), (-4, -230), (-12, -192), (26, -244), (4, -244)), "#ffe07a")
        c.stroke(path("M-60 -120 C-190 -160 -160 60 -250 -86"), INK, 14)
    p.sparkle(c, "charge", 8, "#bff0e0")


def boutique(c):
    p.studio(c, "#e8dccb", "#c9b394", "#fbf4e8")
    c.fill(rect(140, 60, 920, 22, 8), INK)
    for i, (thing, color) in enumerate(((t.coat, "#b5523b"), (t.dress, NAVY), (t.shirt, CREAM), (t.jeans, "#3f6ea8"), (t.dress, "#7a8f5a"))):
        put(c, t.hanger, 240 + i * 180, 136, 1.25)
        put(c, thing, 240 + i * 180, 396, 1.22, color)
    put(c, t.mannequin, 330, 630, 1.05, t.dress, CORAL)
    put(c, t.mannequin, 880, 630, 1.05, t.coat, TEAL)
    put(c, t.bag, 600, 625, 1.0, INK)
    put(c, t.plant, 1090, 620, 1.2)


def exchange(c):
    p.studio(c, "#31586b", "#8a5a3c", "#4f8294")
    colors = ("#b5523b", TEAL, AMBER, PLUM, CREAM, "#6db36c", SKY)
    for row in range(2):
        y = 150 + row * 190
        x = 120
        for i in range(30):
            w, h = 22 + (i * 7 + row * 5) % 18, 96 + (i * 13 + row * 29) % 48
            if x + w > 1080:
                break
            c.fill(rect(x, y - h + 50, w - 2, h, 3), H(light(colors[(i * 3 + row) % 7]), dark(colors[(i * 3 + row) % 7], 0.1)))
            c.fill(rect(x + 4, y - h + 68, w - 10, 7), CREAM, 0.7)
            x += w + (40 if i % 9 == 8 else 0)
        p.shelf(c, 90, y + 50, 1020)
    put(c, t.books, 330, 615, 1.05)
    put(c, t.openbook, 690, 620, 1.2)
    put(c, t.lamp, 1030, 610, 1.25)


def pets(c):
    p.atrium(c, "#f3e2d0")
    put(c, t.cat, 470, 625, 1.75)
    put(c, t.cat, 760, 630, 1.2, "#6e6580", flip=True)
    put(c, t.ball, 950, 630, 0.6, "game", CORAL)
    put(c, t.plant, 140, 640, 1.5)


def parking(c):
    c.back(V("#8ec5e8", "#eaf7ff"))
    p.cloud(c, 220, 110)
    p.cloud(c, 900, 150, 0.8)
    p.skyline(c, 430, "#a8c0de", "park", "#ffffff", 60, 220)
    c.fill(rect(-4, 426, 1210, 260), V("#6e7896", "#474f70"))
    for x in (60, 400, 740, 1080):
        c.stroke(poly((600 + (x - 600) * 0.7, 430), (600 + (x - 600) * 1.35, 690)), WHITE, 9)
    put(c, t.car, 330, 590, 1.12, CORAL)
    put(c, t.car, 800, 590, 1.12, AMBER)
    with c.at(1090, 600):
        c.fill(rect(-9, -300, 18, 300), "#d6d2de")
        c.fill(rect(-84, -430, 168, 168, 24), D("#3f8fd9", "#1f5aa8"))
        c.stroke(path("M-24 -292 V-398 H8 C50 -398 50 -338 8 -338 H-24"), WHITE, 22)


def quiet(c):
    p.studio(c, "#3a4a6b", "#a8714a", "#55699a", 0.4)
    p.window(c, 640, 60, 420, 330, ("#2b2f6b", "#8a6ab0"))
    c.fill(rect(60, 500, 1080, 26, 8), V("#e0ad78", "#a8693a"))
    put(c, t.laptop, 430, 500, 1.5)
    put(c, t.lamp, 160, 500, 1.25)
    put(c, t.cup, 720, 500, 0.72, AMBER)
    put(c, t.books, 960, 500, 0.85)
    put(c, t.headphones, 430, 668, 0.9, CORAL)


def foodhall(c):
    p.table(c, "#b5523b", "#e0ad78")
    p.garland(c, 10, 50)
    put(c, t.burger, 300, 590, 1.25)
    put(c, t.pizza, 620, 480, 1.3)
    put(c, t.sushi, 900, 610, 0.95)
    put(c, t.roll, 1060, 590, 1.05)
    put(c, t.roll, 800, 640, 0.8, "#7ab54a")
    put(c, t.icecream, 1010, 420, 1.05)
    put(c, t.togo, 120, 480, 1.0)


def cinemahall(c):
    c.back(V("#1a0f2e", "#4a1638"))
    c.soft(rect(200, 50, 800, 330), "#9fd8f0", 50, 0.55)
    c.fill(rect(200, 50, 800, 330, 8), V("#2b3a8a", "#ff9a7a"))
    with c.clip(rect(200, 50, 800, 330, 8)):
        c.fill(ellipse(600, 300, 110), V("#fff3c9", "#ffb36b"))
        c.fill(path("M180 400 L360 220 L480 330 L640 190 L820 350 L900 280 L1020 400 Z"), "#3a1f5c")
        c.fill(path("M180 400 L300 320 L460 390 L700 310 L1020 400 Z"), "#241542")
        p.sparkle(c, "film", 18, WHITE, 0.3)
    p.beam(c, 600, 600, 420, "#cfeaff", 0.14, 700, 60)
    for row, (y, size, n) in enumerate(((470, 0.8, 11), (560, 1.0, 9), (670, 1.25, 7))):
        for i in range(n):
            x = 600 + (i - (n - 1) / 2) * 122 * size
            color = dark("#d9343f", 0.5 - row * 0.2)
            c.fill(rect(x - 52 * size, y - 100 * size, 104 * size, 150 * size, 26 * size), V(light(color, 0.12), dark(color, 0.25)))
            if (i * 3 + row) % 4 == 1:
                c.fill(ellipse(x, y - 112 * size, 27 * size, 31 * size), dark("#5b3a5f", 0.3))


def lockers(c):
    p.studio(c, "#cfe0ea", "#8fa8bd", "#eef6fb")
    for row in range(4):
        for i in range(6):
            color = (TEAL, light(TEAL, 0.2), AMBER)[(i * 2 + row) % 7 % 3]
            c.fill(rect(210 + i * 132, 70 + row * 122, 124, 114, 8), D(light(color, 0.15), color))
            c.fill(ellipse(318 + i * 132, 127 + row * 122, 7), WHITE)
    c.fill(rect(474, 192, 124, 114, 8), INK)
    put(c, t.gift, 536, 302, 0.42)
    c.fill(poly((474, 192), (430, 176), (430, 322), (474, 306)), light(AMBER, 0.3))
    put(c, t.gift, 260, 640, 0.8, "#d9a066", CREAM)
    put(c, t.bag, 1000, 640, 1.0)
    put(c, t.cart, 740, 650, 0.75)


def models(c):
    p.night(c, "#2a3f73", "#e8a58f", True, None)
    c.fill(rect(-4, 480, 1210, 210), V("#e6d0b0", "#b5926a"))
    r = ((120, 0.8, "#f7d9b0", CORAL), (320, 1.1, "#dfe8ef", TEAL), (560, 1.5, "#fbe9c9", PLUM), (820, 1.15, "#f7c9b8", AMBER), (1040, 0.9, "#e4f0da", "#3f8a6a"))
    for x, s, wall, roof in r:
        put(c, t.house, x, 500 + s * 50, s, wall, roof)
    for x, s in ((215, 0.5), (440, 0.65), (700, 0.7), (935, 0.55), (1140, 0.6)):
        p.tree(c, x, 560 + s * 20, s)
    put(c, t.car, 380, 640, 0.42)
    put(c, t.car, 860, 650, 0.46, SKY)


def planting(c):
    c.back(V("#bfe3f5", "#f2fbe8"))
    c.fill(ellipse(980, 130, 70), R("#fff8d8", "#ffd977"))
    p.cloud(c, 300, 120, 1.1)
    c.fill(path("M-10 460 Q300 380 620 450 Q920 510 1210 420 V690 H-10 Z"), V("#b5d98f", "#7ab56a"))
    c.fill(path("M-10 560 Q400 480 1210 570 V690 H-10 Z"), V("#8fc47a", "#57965a"))
    for x, y, s in ((120, 500, 1), (330, 470, 0.8), (860, 480, 0.9), (1080, 520, 1.2), (640, 470, 0.6)):
        p.tree(c, x, y, s, "#5aa56a")
    put(c, t.plant, 470, 630, 1.2, "#b5752f")
    put(c, t.plant, 690, 640, 0.9, CORAL, "#7ab54a", 7)
    with c.at(890, 640, 1, -14):
        c.fill(rect(-7, -230, 14, 170), t.WOOD)
        c.fill(rect(-34, -244, 68, 16, 7), t.WOOD)
        c.fill(path("M-38 -70 H38 V-20 Q20 10 0 20 Q-20 10 -38 -20 Z"), H("#e4e2ea", "#8f88a0"))


def lift(c):
    p.studio(c, "#dcd6e8", "#a89fc0", "#f4f1fa")
    c.fill(rect(380, 60, 440, 470, 12), H("#8a82a6", "#6a628a"))
    c.fill(rect(410, 110, 380, 420), V("#ffe9bd", "#f2c27a"))
    for x, flip in ((410, 1), (690, 0)):
        c.fill(rect(x, 110, 100, 420), H("#d6d2de", "#f4f2f8") if flip else H("#f4f2f8", "#c4bed0"))
    for i in range(4):
        c.fill(ellipse(540 + i * 40, 86, 10), AMBER if i == 1 else "#4a4468")
    c.fill(poly((880, 250), (904, 290), (856, 290)), TEAL)
    c.fill(poly((880, 350), (904, 310), (856, 310)), "#b9b0cf")
    put(c, t.plant, 240, 590, 1.5)
    put(c, t.bag, 560, 528, 0.62, CORAL)
    put(c, t.gift, 640, 528, 0.5, TEAL)
    with c.at(1000, 620):
        c.fill(poly((-70, 0), (0, -190), (70, 0)), V("#ffcf5a", "#f0952e"))
        c.fill(rect(-6, -130, 12, 70, 5), INK)
        c.fill(ellipse(0, -36, 9), INK)


def giftcard(c):
    p.studio(c, "#0f5f70", "#0a4352", "#2f8f9c")
    for turn, color, x in ((-14, AMBER, 450), (6, CORAL, 700)):
        with c.at(x, 350, 1.5, turn):
            c.soft(rect(-150, -94, 300, 188, 18), INK, 12, 0.45, 6, 16)
            c.fill(rect(-150, -94, 300, 188, 18), D(light(color, 0.25), dark(color, 0.12)))
            with c.clip(rect(-150, -94, 300, 188, 18)):
                c.fill(ellipse(120, 90, 130), WHITE, 0.16)
                c.fill(ellipse(150, 60, 90), WHITE, 0.16)
            c.fill(rect(-20, -94, 26, 188), CREAM)
            put(c, t.flower, -7, 0, 1, CREAM)
            c.fill(rect(-126, 58, 70, 10, 5), WHITE, 0.8)
    p.sparkle(c, "card", 26, "#ffe9b0")
    p.fronds(c, "left", "#2f9a80")


def shelter(c):
    p.sunset(c)
    c.fill(path("M-10 470 Q400 420 1210 480 V690 H-10 Z"), V("#c9d98f", "#8fb56a"))
    put(c, t.house, 250, 560, 1.6)
    for x, y, s, color in ((560, 610, 1.3, "#e09a4f"), (780, 620, 1.05, "#8a7f8f"), (980, 610, 1.2, "#f0d9b8")):
        put(c, t.cat, x, y, s, color)
    for x, y, n in ((560, 210, 1.4), (700, 150, 0.9), (450, 150, 0.8)):
        with c.at(x, y, n):
            c.fill(path("M0 40 C-70 -10 -40 -60 0 -24 C40 -60 70 -10 0 40 Z"), V("#ff8a94", "#d93a5a"))


# Events


def skating(c):
    p.night(c, "#16306b", "#7fb0dc", True, 400)
    p.garland(c, 26, 60)
    p.rink(c, 400)
    put(c, t.skater, 420, 590, 1.45)
    put(c, t.skater, 900, 540, 1.0, TEAL, flip=True)
    p.snow(c, "skating")


def jazz(c):
    p.night(c, "#0d1740", "#5a3f8a", True, 620)
    c.soft(ellipse(500, 640, 480, 90), AMBER, 30, 0.35)
    put(c, t.sax, 520, 590, 2.0)
    put(c, t.mic, 850, 640, 1.6)
    for x, y, s in ((250, 260, 1.2), (330, 420, 0.9), (720, 170, 1.0), (190, 480, 0.8)):
        with c.at(x, y, s):
            c.fill(ellipse(0, 0, 22, 16), "#ffe3a8")
            c.fill(rect(15, -92, 7, 92), "#ffe3a8")
            c.fill(path("M15 -92 C50 -80 56 -60 48 -34 C46 -56 34 -62 15 -64 Z"), "#ffe3a8")


def baking(c):
    p.table(c, "#d9705f", "#e6bd8f")
    p.pennants(c, 10, 40)
    put(c, t.gingerbread, 380, 610, 1.5)
    put(c, t.gingerbread, 620, 590, 1.05)
    put(c, t.house, 880, 600, 1.65, "#b9692f", "#fff6ea")
    for x, color in ((140, CORAL), (190, MINT), (1080, AMBER), (1110, CORAL)):
        c.fill(ellipse(x, 600, 20), R(WHITE, color))
    p.snow(c, "sugar", 60, 0.7)


def yoga(c):
    p.sunset(c, 500)
    c.fill(rect(-4, 496, 1210, 190), V("#e0b48a", "#b57f55"))
    for i in range(9):
        c.stroke(poly((600 + (i - 4) * 120, 496), (600 + (i - 4) * 230, 690)), "#98643c", 4, 0.5)
    put(c, t.yogi, 600, 620, 1.65)
    put(c, t.yogi, 220, 570, 1.0, CORAL, "#2b2140")
    put(c, t.yogi, 980, 570, 1.0, PLUM, "#c98a42")
    p.fronds(c, "right", "#2f7a5c", 0.8)


def fair(c):
    p.atrium(c, "#e4d8f4")
    p.pennants(c, 40, 60)
    for x, s, colors in ((230, 1.3, (CORAL, CREAM)), (970, 1.3, (TEAL, CREAM)), (600, 1.05, (AMBER, CREAM))):
        with c.at(x, 620, s):
            t.ground(c, 140)
            for post in (-118, 108):
                c.fill(rect(post, -200, 10, 200), t.WOOD)
            for i in range(8):
                c.fill(path(f"M{-112 + i * 28} -250 H{-84 + i * 28} L{-96 + i * 32} -186 Q{-112 + i * 32} -166 {-128 + i * 32} -186 Z"), colors[i % 2])
            c.fill(rect(-124, -84, 248, 84, 5), V("#d99a55", "#9a6228"))
            c.fill(rect(-132, -94, 264, 16, 5), "#e8b274")
    put(c, t.teapot, 190, 502, 0.5)
    put(c, t.jar, 290, 502, 0.6, CORAL)
    put(c, t.bear, 930, 502, 0.42)
    put(c, t.bouquet, 1030, 502, 0.48)
    put(c, t.gift, 600, 522, 0.42)
    put(c, t.lamp, 530, 522, 0.4)


def film(c):
    p.curtain(c, "#3a2f7a", "#4a2f4f")
    p.beam(c, 250, 480, 220)
    p.beam(c, 950, 700, 220)
    with c.at(280, 620, 0.9, -16):
        t.strip(c, 720)
    put(c, t.reel, 420, 590, 1.6)
    put(c, t.clapper, 760, 600, 1.2)
    put(c, t.popcorn, 970, 610, 0.95)


def robots(c):
    p.studio(c, "#a8d8e8", "#6fa8c9", "#d9f2fa")
    for i in range(7):
        c.stroke(path(f"M{i * 200 - 60} 0 v{60 + i % 3 * 50} h70 v{80 + i % 2 * 40}"), WHITE, 5, 0.6)
        c.fill(ellipse(i * 200 + 10, 140 + i % 3 * 50 + i % 2 * 40, 10), WHITE, 0.8)
    put(c, t.robot, 600, 610, 1.75)
    put(c, t.robot, 280, 600, 1.15, "#f7b3c0")
    put(c, t.robot, 930, 600, 1.2, "#ffd98a", flip=True)


def planets(c):
    p.night(c, "#0b1033", "#3f2f7a", False)
    for x, y, r, a, b in ((880, 190, 100, "#ffd98a", "#c9622e"), (300, 150, 46, "#bff0e0", TEAL), (560, 90, 26, "#f7b3c0", PLUM), (1100, 420, 40, "#d6efff", "#3f6ea8")):
        c.soft(ellipse(x, y, r * 1.1), a, r * 0.3, 0.4)
        c.fill(ellipse(x, y, r), D(a, b))
    with c.at(880, 190, 1, -18):
        c.stroke(ellipse(0, 0, 176, 42, -8, 188), "#ffe9bd", 11, 0.9)
    c.fill(path("M-10 600 Q400 500 1210 590 V690 H-10 Z"), V("#241a50", "#120c2e"))
    c.fill(path("M60 560 C60 340 420 340 420 560 Z"), V("#6a5fc0", "#30285f"))
    for x in (130, 240, 350):
        c.stroke(path(f"M{x} 560 Q{(x + 240) / 2} 440 240 396"), WHITE, 3, 0.35)
    put(c, t.telescope, 700, 610, 1.5)
    c.stroke(poly((100, 60), (220, 130)), WHITE, 4, 0.8)
    p.sparkle(c, "planets", 24)


def barista(c):
    p.table(c, "#2f5a5c", "#b5753a")
    p.shelf(c, 80, 250, 480)
    for i, color in enumerate((CREAM, AMBER, CORAL, MINT)):
        put(c, t.jar, 150 + i * 112, 250, 0.75, color)
    with c.at(850, 540):
        t.ground(c, 220)
        c.fill(rect(-200, -330, 400, 330, 24), H("#f2eff6", "#a39ab5"))
        c.fill(rect(-170, -230, 340, 150, 12), V("#3a3350", INK))
        c.fill(rect(-220, -30, 440, 34, 10), "#5f5878")
        for x in (-80, 80):
            c.fill(rect(x - 30, -236, 60, 34, 6), "#c4bed0")
            c.stroke(path(f"M{x} -202 v40"), BROWN, 6)
        c.fill(ellipse(0, -282, 26), R(WHITE, "#d6d2de"))
        c.stroke(poly((0, -282), (12, -296)), CORAL, 4)
        for x in (-80, 80):
            put(c, t.cup, x, -80, 0.42, WHITE, saucer=False)
    put(c, t.cup, 330, 610, 1.45)
    put(c, t.togo, 580, 610, 0.95, CORAL)


def bowling(c):
    c.back(V("#2a1650", "#6a2f8a"))
    for i, color in enumerate((CORAL, AMBER, "#7ff0e0", "#f58ad0")):
        c.soft(rect(-10, 60 + i * 44, 1220, 8), color, 9, 0.6)
        c.fill(rect(-10, 60 + i * 44, 1220, 6), light(color, 0.4))
    c.fill(poly((430, 300), (770, 300), (1150, 690), (50, 690)), V("#ffe0ae", "#c98a42"))
    for i in range(9):
        c.stroke(poly((430 + i * 42, 300), (50 + i * 137, 690)), "#a8691e", 3, 0.4)
    for x, y, s in ((500, 320, 0.72), (570, 320, 0.72), (640, 320, 0.72), (710, 320, 0.72), (535, 345, 0.8), (605, 345, 0.8), (675, 345, 0.8), (570, 372, 0.9), (640, 372, 0.9), (605, 402, 1)):
        put(c, t.pin, x, y, s)
    put(c, t.ball, 470, 620, 1.3, "bowl", TEAL)
    put(c, t.ball, 1040, 660, 0.8, "bowl", CORAL)


def theatre(c):
    p.curtain(c)
    p.beam(c, 300, 560, 170)
    c.fill(ellipse(820, 270, 90), R("#fff8e0", "#ffd98f"))
    for x in (720, 900, 960):
        p.cloud(c, x, 330 + x % 70, 0.7)
    p.sparkle(c, "theatre", 16, "#ffe9b0", 0.5)
    put(c, t.bear, 560, 600, 1.6)
    p.tree(c, 330, 580, 1.1, "#3a7a5a")
    put(c, t.house, 860, 590, 0.9)


def headset(c):
    c.back(D("#2a1a6b", "#c03a8a"))
    for i in range(14):
        c.stroke(poly((600 + (i - 6.5) * 40, 420), (600 + (i - 6.5) * 260, 690)), "#7ff0e0", 3, 0.6)
    for y in (424, 446, 478, 524, 590, 664):
        c.stroke(poly((0, y), (1200, y)), "#7ff0e0", 3, 0.6)
    c.soft(ellipse(600, 330, 240), "#ff8ad0", 50, 0.6)
    c.fill(ellipse(600, 300, 210), V("#ffd98a", "#f0508a"))
    put(c, t.visor, 590, 600, 1.95)
    put(c, t.gamepad, 240, 330, 1.0, turn=-18)
    put(c, t.gamepad, 990, 350, 0.9, INK, turn=16)
    p.sparkle(c, "vr", 26, "#bffff4")


def catshow(c):
    p.studio(c, "#f7d9c9", "#e0a58a", "#fff0e6")
    p.pennants(c, 16, 46)
    for x, y, s, color in ((250, 560, 1.15, "#8a7f8f"), (600, 500, 1.4, "#e09a4f"), (950, 560, 1.15, "#f5ead6")):
        p.podium(c, x, y, 230, 60, (TEAL, CORAL, AMBER)[int(x) // 350 % 3])
        put(c, t.cat, x, y + 6, s, color)
    p.confetti(c, "cats", 60, 0.6)


def acoustic(c):
    p.table(c, "#4a2f5f", "#a8693a")
    p.garland(c, 14, 70)
    put(c, t.guitar, 480, 610, 1.85)
    put(c, t.mic, 780, 640, 1.7)
    put(c, t.plant, 1040, 600, 1.4)
    put(c, t.cup, 200, 610, 0.7, CORAL)


def ceramics(c):
    p.table(c, "#6f8f86", "#d9b48a")
    p.window(c, 90, 60, 330, 270)
    p.shelf(c, 560, 250, 540)
    for i, (thing, color) in enumerate(((t.teapot, CORAL), (t.jar, AMBER), (t.teapot, "#6a8fb0"), (t.jar, CREAM))):
        put(c, thing, 640 + i * 130, 250, 0.55 if thing is t.teapot else 0.8, color)
    with c.at(420, 600, 1.2):
        t.ground(c, 150)
        c.fill(ellipse(0, -14, 150, 26), "#7a6a66")
        c.fill(path("M-64 -20 C-130 -90 -40 -110 -52 -170 H52 C40 -110 130 -90 64 -20 Q0 0 -64 -20 Z"), H("#e0a07a", "#a8613a"))
        c.fill(ellipse(0, -170, 52, 12), "#7f4528")
        for y in (-60, -84, -110):
            c.stroke(path(f"M-80 {y} Q0 {y + 18} 80 {y}"), "#8f4f2c", 3, 0.4)
    put(c, t.palette, 830, 530, 1.05)
    put(c, t.brush, 1050, 560, 1, TEAL, turn=20)


def fashion(c):
    p.curtain(c, "#2b2458", "#cfc4e4", 0.16)
    c.fill(poly((470, 540), (730, 540), (900, 690), (300, 690)), V("#f4f0fa", "#cbbfe0"))
    for x in (330, 600, 870):
        p.beam(c, x, x, 110, WHITE, 0.22)
    put(c, t.mannequin, 380, 590, 1.3, t.dress, CORAL)
    put(c, t.mannequin, 600, 630, 1.6, t.coat, TEAL)
    put(c, t.mannequin, 830, 590, 1.3, t.dress, AMBER)
    p.sparkle(c, "fashion", 22)


# Promotions


def flowers(c):
    p.studio(c, "#ffc4cc", "#f08fa3", "#ffe6ea")
    p.podium(c, 600, 560, 380, 60, WHITE)
    put(c, t.bouquet, 600, 566, 1.95)
    for x, y, s, color in ((150, 560, 1.4, CORAL), (300, 610, 1, "#f7b3c0"), (1040, 570, 1.5, AMBER), (910, 620, 0.9, "#d94f70")):
        put(c, t.flower, x, y, s, color)
    p.sparkle(c, "petals", 14)


def sneakers(c):
    c.back(D("#ffcf7a", "#f0803a"))
    for i in range(12):
        c.fill(poly((600, 380), (600 + 1100 * (i - 5.5) / 3, -40), (600 + 1100 * (i - 5.1) / 3, -40)), WHITE, 0.14)
    c.fill(rect(-4, 540, 1210, 150), V("#e8703a", "#b5462a"))
    p.podium(c, 600, 500, 700, 70, CREAM)
    put(c, t.sneaker, 480, 500, 1.75, TEAL, AMBER, turn=-6)
    put(c, t.sneaker, 830, 520, 1.35, CORAL, CREAM, flip=True)
    p.confetti(c, "sneakers", 36, 0.6, (CREAM, TEAL, WHITE))


def matinee(c):
    c.back(V("#8ec5e8", "#ffe6b8"))
    c.fill(ellipse(600, 430, 250), R("#fff8d8", "#ffd477"))
    for i in range(16):
        with c.at(600, 430, 1, i * 22.5):
            c.fill(poly((-16, -290), (16, -290), (5, -400), (-5, -400)), "#ffd477", 0.8)
    c.fill(rect(-4, 500, 1210, 190), V("#c23a4f", "#7d1f38"))
    with c.at(60, 610, 0.8, -4):
        t.strip(c, 1500)
    put(c, t.popcorn, 410, 590, 1.4)
    put(c, t.reel, 690, 580, 1.35)
    put(c, t.ticket, 920, 440, 1.1, CORAL, turn=-14)
    put(c, t.cup, 960, 610, 0.7, AMBER)


def beauty(c):
    p.studio(c, "#f3c9d9", "#d990b0", "#fde9f0")
    p.podium(c, 420, 520, 260, 60, "#f7e0ea")
    p.podium(c, 700, 470, 240, 110, "#e8a8c4")
    put(c, t.perfume, 420, 524, 1.35)
    put(c, t.jar, 700, 474, 1.3, AMBER)
    put(c, t.lipstick, 890, 600, 1.25)
    put(c, t.lipstick, 970, 610, 1.0, CORAL)
    put(c, t.jar, 230, 610, 0.9)
    p.fronds(c, "right", "#3a7a6a")
    p.sparkle(c, "beauty", 18)


def threebooks(c):
    p.studio(c, "#f2d7a8", "#c9945a", "#fdf0d6", 0.38)
    p.window(c, 760, 70, 330, 300, ("#ffcf9a", "#fff3df"))
    put(c, t.books, 460, 580, 1.55, ("#b5523b", TEAL, AMBER))
    put(c, t.openbook, 880, 620, 1.05, TEAL)
    put(c, t.glasses, 880, 590, 0.5)
    put(c, t.plant, 170, 590, 1.3)
    put(c, t.cup, 455, 398, 0.62, CORAL, saucer=False)


def bakery(c):
    p.table(c, "#c98a42", "#8a5836")
    p.garland(c, 6, 40, (AMBER, CREAM))
    put(c, t.basket, 300, 560, 1.1)
    put(c, t.croissant, 620, 620, 1.7)
    put(c, t.croissant, 900, 560, 1.2)
    put(c, t.cup, 1010, 640, 0.75)


def denim(c):
    p.studio(c, "#bcd3ea", "#86a8cc", "#e6f0fa")
    c.fill(rect(100, 74, 1000, 16, 8), BROWN)
    for i, color in enumerate(("#2f4f86", "#3f6ea8", "#7aa3d0", "#1f2a4d", "#5f8ac0")):
        put(c, t.hanger, 200 + i * 200, 142, 1.3)
        put(c, t.jeans, 200 + i * 200, 480, 1.65, color)
    put(c, t.bag, 330, 640, 0.95, CORAL)
    put(c, t.sneaker, 820, 640, 0.9, NAVY, CREAM)


def optics(c):
    p.studio(c, "#b8e0e6", "#7fb8c4", "#e4f7fa")
    p.podium(c, 600, 520, 520, 60, WHITE)
    put(c, t.glasses, 600, 524, 2.2, PLUM)
    put(c, t.glasses, 230, 610, 1.0, AMBER)
    put(c, t.glasses, 980, 620, 1.0, TEAL)
    p.fronds(c, "left", "#2f8a7a", 0.7)


def tradein(c):
    p.studio(c, "#302a6b", "#1d1a48", "#5248a8")
    p.podium(c, 420, 520, 420, 60, "#4a40a0")
    p.podium(c, 830, 540, 300, 50, "#6a50b0")
    put(c, t.laptop, 420, 522, 1.35, (PLUM, CORAL))
    put(c, t.phone, 780, 540, 1.3, (TEAL, MINT))
    put(c, t.headphones, 940, 600, 1.0, CORAL)
    for turn in (0, 180):
        with c.at(620, 200, 1, turn):
            c.stroke(path("M-90 20 C-80 -90 60 -110 96 -30"), "#7ff0e0", 16)
            c.fill(poly((70, -40), (124, -50), (104, 10)), "#7ff0e0")
    p.sparkle(c, "tradein", 20)


def salenight(c):
    p.night(c, "#1a1040", "#8a2f6b", True, 560)
    c.fill(rect(-4, 556, 1210, 130), V("#4a1f5c", "#24103a"))
    for x, s, color in ((250, 1.3, CORAL), (440, 1.65, AMBER), (680, 1.9, TEAL), (920, 1.45, "#d94f9a"), (1090, 1.0, MINT)):
        put(c, t.bag, x, 630, s, color)
    p.confetti(c, "sale", 110, 0.75)


def jackets(c):
    p.studio(c, "#cfe0ee", "#9db8d0", "#f0f7fc")
    p.window(c, 120, 60, 420, 360, ("#a8bcd9", "#eef4fb"))
    for x, color, dressed in ((660, "#b5523b", t.coat), (850, TEAL, t.coat), (1040, AMBER, t.coat)):
        put(c, t.mannequin, x, 610, 1.35, dressed, color)
    put(c, t.backpack, 330, 620, 1.2, PLUM)
    p.snow(c, "jackets", 70)


def pizzaday(c):
    p.table(c, "#3f6a4f", "#c98a4f")
    put(c, t.pizza, 560, 420, 1.85)
    put(c, t.basket, 1000, 610, 0.95)
    put(c, t.plant, 140, 580, 1.2, "#d98a63", "#6db34c")
    for x, y in ((330, 610), (790, 620), (860, 600)):
        c.fill(ellipse(x, y, 26), R("#ff8a6b", "#c2332e"))


def toys(c):
    p.studio(c, "#ffe3a3", "#f0b862", "#fff6dd")
    for x, y, s, color in ((180, 330, 1.1, CORAL), (270, 260, 1.0, TEAL), (1000, 320, 1.15, PLUM), (920, 250, 0.9, AMBER)):
        put(c, t.balloon, x, y + 60, s, color)
    put(c, t.bear, 470, 605, 1.45)
    put(c, t.robot, 740, 600, 1.25)
    put(c, t.gift, 980, 610, 1.0, TEAL)
    put(c, t.scooter, 220, 620, 1.0, CORAL)
    p.confetti(c, "toys", 50, 0.6)


def jewels(c):
    p.studio(c, "#4a2f6b", "#2b1a48", "#8a5fb0")
    p.podium(c, 600, 540, 300, 80, "#6a4a90")
    put(c, t.ring, 600, 546, 2.0)
    put(c, t.ring, 300, 610, 0.95, "#ff9ab0")
    put(c, t.watch, 910, 620, 1.25)
    p.sparkle(c, "jewels", 40, "#ffe9c9")


ALL = {
    "news": {
        "coffee-zerno": coffee, "club-in-app": club, "late-evenings": facade, "roof-terrace": terrace, "eco-point": eco,
        "family-room": nursery, "car-chargers": charging, "zara-renewed": boutique, "book-exchange": exchange,
        "with-pets": pets, "free-parking": parking, "quiet-zone": quiet, "food-hall": foodhall,
        "laser-projector": cinemahall, "parcel-lockers": lockers, "city-models": models, "trees-planted": planting,
        "lift-repaired": lift, "gift-cards": giftcard, "shelter-friends": shelter,
    },
    "events": {
        "ice-evenings": skating, "jazz-evening": jazz, "gingerbread": baking, "yoga-week": yoga, "craft-fair": fair,
        "short-films": film, "robot-lab": robots, "planetarium": planets, "barista-class": barista,
        "bowling-cup": bowling, "bear-and-moon": theatre, "vr-tournament": headset, "cat-show": catshow,
        "guitar-evening": acoustic, "ceramics": ceramics, "fashion-show": fashion,
    },
    "promotions": {
        "botanika-bouquets": flowers, "second-pair": sneakers, "morning-films": matinee, "beauty-days": beauty,
        "three-for-two": threebooks, "second-croissant": bakery, "old-jeans": denim, "free-frame": optics,
        "trade-in": tradein, "sale-night": salenight, "jacket-season": jackets, "pizza-tuesday": pizzaday,
        "toy-weekend": toys, "silver-engraving": jewels,
    },
}
