"""The signs of the shops, 400 units by 400: a monogram or a thing on a shape."""

import math

import things as t
from canvas import D, H, R, V, dark, ellipse, light, mix, path, poly, rect, star
from things import AMBER, BROWN, CORAL, CREAM, INK, MINT, NAVY, PLUM, SKY, TEAL, WHITE


def ground(c, shape, back, front):
    """What lies under the sign: a shape in `front` on `back`."""
    c.back(D(light(back, 0.1), dark(back, 0.1)))
    if shape == "disc":
        c.fill(ellipse(200, 200, 142), front)
    elif shape == "ring":
        c.stroke(ellipse(200, 200, 140), front, 12)
    elif shape == "arch":
        c.fill(path("M76 400 V196 C76 30 324 30 324 196 V400 Z"), front)
    elif shape == "diamond":
        c.fill(poly((200, 34), (366, 200), (200, 366), (34, 200)), front)
    elif shape == "frame":
        c.stroke(rect(62, 62, 276, 276, 26), front, 11)
    elif shape == "half":
        c.fill(rect(-2, 200, 404, 204), front)
    elif shape == "slant":
        c.fill(poly((402, -2), (402, 402), (-2, 402)), front)
    elif shape == "sun":
        for i in range(16):
            with c.at(200, 200, turn=i * 22.5):
                c.fill(poly((-15, -120), (15, -120), (4, -182), (-4, -182)), front)
        c.fill(ellipse(200, 200, 122), front)
    elif shape == "waves":
        for i in range(4):
            y = 262 + i * 40
            c.fill(path(f"M-10 {y} Q45 {y - 34} 100 {y} Q155 {y + 34} 210 {y} Q265 {y - 34} 320 {y} Q375 {y + 34} 420 {y} V410 H-10 Z"),
                   mix(back, front, (i + 1) / 4))
    elif shape == "petals":
        for i in range(8):
            with c.at(200, 200, turn=i * 45):
                c.fill(ellipse(0, -92, 46, 72), mix(front, back, 0.12 if i % 2 else 0))
    elif shape == "shield":
        c.fill(path("M200 40 Q270 84 336 84 C340 230 290 320 200 366 C110 320 60 230 64 84 Q130 84 200 40 Z"), front)
    elif shape == "hexagon":
        c.fill(star(200, 200, 164, 164 * math.cos(math.pi / 6), 6), front)
    elif shape == "dots":
        for i in range(5):
            for k in range(5):
                c.fill(ellipse(40 + i * 80, 40 + k * 80, 13), front, 0.6)


def monogram(text, shape, back, front, ink, size=170, bold=0.02):
    def draw(c):
        ground(c, shape, back, front)
        c.letters(text, 200, 200, size, ink, bold)

    return draw


def thing(what, shape, back, front, x, y, size, *args, turn=0):
    def draw(c):
        ground(c, shape, back, front)
        with c.at(x, y, size, turn):
            what(c, *args)

    return draw


def drawn(shape, back, front, draw_sign):
    def draw(c):
        ground(c, shape, back, front)
        draw_sign(c)

    return draw


def lines(ink, width, *paths):
    def draw(c):
        for text in paths:
            c.stroke(path(text), ink, width)

    return draw


def wind(c):
    lines(WHITE, 19, "M80 170 H250 C310 170 300 96 250 108 C232 112 228 130 236 140", "M60 220 H310",
          "M100 270 H270 C326 270 316 340 268 330 C252 326 248 312 254 302")(c)


def cross(c):
    c.fill(rect(160, 96, 80, 208, 18), WHITE)
    c.fill(rect(96, 160, 208, 80, 18), WHITE)
    c.fill(path("M200 250 C150 220 160 160 200 140 C240 160 250 220 200 250 Z"), "#2c8a5a")


def heel(c):
    c.fill(path("M96 250 C150 246 176 196 206 150 C222 128 262 120 288 140 C300 152 298 170 292 186 L284 286 H272 L268 200 "
                "C226 206 212 262 170 270 H96 Q78 262 96 250 Z"), D("#ff9ab0", CORAL))


def temple(c):
    c.fill(poly((200, 84), (318, 158), (82, 158)), WHITE)
    for x in (104, 164, 224, 284):
        c.fill(rect(x - 4, 174, 22, 96, 4), WHITE)
    c.fill(rect(82, 284, 236, 26, 6), WHITE)


def drop(c):
    c.fill(path("M200 60 C290 180 310 220 310 256 C310 380 90 380 90 256 C90 220 110 180 200 60 Z"), V("#d6f2ff", SKY))
    c.fill(path("M130 240 C130 300 160 324 190 332 C150 334 112 304 116 250 Z"), WHITE, 0.85)


def paw(c):
    c.fill(path("M200 196 C260 196 310 280 282 318 C256 346 230 322 200 322 C170 322 144 346 118 318 C90 280 140 196 200 196 Z"), CREAM)
    for x, y, turn in ((110, 196, -28), (164, 136, -8), (236, 136, 8), (290, 196, 28)):
        with c.at(x, y, turn=turn):
            c.fill(ellipse(0, 0, 30, 42), CREAM)


def boat(c):
    c.fill(poly((200, 84), (200, 240), (92, 240)), WHITE)
    c.fill(poly((200, 84), (308, 240), (200, 240)), "#d9e9f4")
    c.fill(poly((64, 254), (336, 254), (280, 324), (120, 324)), V(WHITE, "#c4dcea"))


def dandelion(c):
    for i in range(20):
        with c.at(200, 166, turn=i * 18):
            c.stroke(poly((0, -20), (0, -92)), WHITE, 4)
            c.fill(ellipse(0, -104, 12), WHITE, 0.85)
    c.fill(ellipse(200, 166, 24), AMBER)
    c.stroke(path("M200 190 Q190 290 210 380"), WHITE, 9)


def mountain(c):
    c.fill(poly((60, 312), (166, 110), (226, 222), (256, 170), (340, 312)), WHITE)
    c.fill(poly((166, 110), (198, 170), (172, 160), (150, 182), (136, 168)), CORAL)


def hanger_sign(c):
    lines(CREAM, 17, "M200 150 C200 120 244 124 240 92 C236 62 186 66 184 98", "M200 150 L330 262 Q340 280 316 280 H84 Q60 280 70 262 Z")(c)


def wave_sound(c):
    for i, h in enumerate((60, 130, 210, 110, 240, 150, 80)):
        c.fill(rect(74 + i * 38, 200 - h / 2, 22, h, 11), (AMBER, CORAL, MINT)[i % 3])


def moonstone(c):
    c.fill(ellipse(200, 200, 108), R("#f4f8ff", "#9fb8e0"))
    c.fill(ellipse(244, 176, 92), "#3a2f6b")
    c.fill(star(276, 150, 30, 7, 4), "#ffe9b0")


def umbrella(c):
    c.fill(path("M60 206 C70 70 330 70 340 206 Q306 176 270 206 Q236 176 200 206 Q164 176 130 206 Q94 176 60 206 Z"), V("#ff9a8a", CORAL))
    lines(CREAM, 12, "M200 84 V64", "M200 200 V300 C200 340 256 340 256 304")(c)


def orbit(c):
    c.fill(ellipse(200, 200, 74), R("#a8714a", BROWN))
    c.stroke(path("M176 146 C240 176 160 220 224 254"), CREAM, 9)
    with c.at(200, 200, turn=-24):
        c.stroke(ellipse(0, 0, 160, 56, -28, 208), AMBER, 12)
    c.fill(ellipse(338, 122, 17), CREAM)


def target(c):
    for r, color in ((120, CORAL), (88, WHITE), (56, CORAL), (24, WHITE)):
        c.fill(ellipse(200, 200, r), color)


def wok(c):
    c.fill(path("M70 190 H330 C326 290 270 322 200 322 C130 322 74 290 70 190 Z"), V("#3a3350", INK))
    for i in range(5):
        c.stroke(path(f"M{120 + i * 40} 186 C{90 + i * 40} 140 {150 + i * 40} 130 {124 + i * 40} 90"), (AMBER, "#ffd98a")[i % 2], 11)
    c.stroke(poly((324, 204), (384, 164)), t.WOOD, 18)


def dumpling(c):
    c.fill(path("M60 250 C60 140 130 96 200 96 C270 96 340 140 340 250 Q330 300 200 300 Q70 300 60 250 Z"), V("#fffaf0", "#ead9bd"))
    for i in range(7):
        c.stroke(path(f"M{96 + i * 35} {206 - 52 * math.sin(math.pi * (i + .5) / 7)} q10 22 -4 50"), "#c9ad84", 7)


def bowl(c):
    for x, y, r, color in ((140, 180, 46, "#7ab54a"), (200, 160, 52, "#a8d468"), (262, 182, 44, CORAL), (226, 196, 30, AMBER)):
        c.fill(ellipse(x, y, r), R(light(color, 0.3), color))
    c.fill(path("M64 196 H336 C330 290 270 330 200 330 C130 330 70 290 64 196 Z"), V(CREAM, "#e0c49a"))


def falafel(c):
    for x, y in ((140, 210), (260, 210), (200, 140)):
        c.fill(ellipse(x, y, 62), R("#d99a4f", "#8a5424"))
        for dx, dy in ((-20, -14), (16, 10), (8, -26), (-12, 22)):
            c.fill(ellipse(x + dx, y + dy, 6), "#7ab54a")
    c.stroke(path("M76 296 Q200 352 324 296"), CREAM, 16)


def noodles(c):
    c.fill(path("M70 210 H330 C322 300 266 332 200 332 C134 332 78 300 70 210 Z"), V(CORAL, "#b33a4a"))
    for x in (110, 150, 190, 230):
        c.stroke(path(f"M{x} 210 C{x - 20} 160 {x + 50} 150 {x + 20} 110"), CREAM, 10)
    c.stroke(poly((220, 200), (330, 60)), t.WOOD, 11)
    c.stroke(poly((256, 204), (358, 84)), t.WOOD, 11)


def grapes(c):
    for row, n in enumerate((4, 3, 2, 1)):
        for i in range(n):
            c.fill(ellipse(200 + (i - (n - 1) / 2) * 58, 150 + row * 52, 31), R("#b58ad0", PLUM))
    c.fill(path("M200 120 C150 110 130 70 150 50 C190 50 210 80 200 120 Z"), "#7ab54a")
    c.stroke(path("M200 124 Q210 90 240 70"), BROWN, 9)


def grip(c):
    for x, y, w, h, turn, color in ((130, 270, 76, 56, -14, CORAL), (240, 220, 90, 64, 10, AMBER), (150, 150, 70, 54, 20, MINT), (262, 110, 62, 48, -20, SKY)):
        with c.at(x, y, turn=turn):
            c.fill(rect(-w / 2, -h / 2, w, h, 22), D(light(color), dark(color, 0.1)))
            c.fill(ellipse(0, 0, 7), INK)


def snowflake(c):
    for i in range(6):
        with c.at(200, 200, turn=i * 60):
            c.stroke(poly((0, 0), (0, -126)), WHITE, 14)
            c.stroke(path("M-32 -112 L0 -78 L32 -112 M-24 -66 L0 -42 L24 -66"), WHITE, 11)


def chip(c):
    for i in range(4):
        for turn in (0, 90, 180, 270):
            with c.at(200, 200, turn=turn):
                c.fill(rect(-64 + i * 38, -150, 14, 60, 6), AMBER)
    c.fill(rect(106, 106, 188, 188, 26), V(WHITE, "#d6e4f0"))
    c.fill(poly((216, 130), (154, 216), (196, 216), (184, 272), (248, 184), (206, 184)), CORAL)


def pixel(c):
    rows = ("0110110", "1111111", "1111111", "0111110", "0011100", "0001000")
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            if bit == "1":
                c.fill(rect(77 + x * 36, 98 + y * 36, 33, 33, 4), mix("#ff9ad0", "#7b5fe0", y / 5))


def pen(c):
    with c.at(200, 200, turn=40):
        c.fill(rect(-26, -150, 52, 170, 12), H(light(TEAL), dark(TEAL)))
        c.fill(poly((-26, 24), (26, 24), (0, 128)), H("#ffe9bd", AMBER))
        c.stroke(poly((0, 50), (0, 120)), INK, 4)
    c.stroke(path("M60 336 Q120 296 170 330 Q220 360 340 320"), CREAM, 9)


def button_sign(c):
    for x, y, color in ((200, 120, CORAL), (130, 248, AMBER), (270, 248, TEAL)):
        c.fill(ellipse(x, y, 62), R(light(color, 0.3), color))
        c.stroke(ellipse(x, y, 46), dark(color, 0.2), 5)
        for dx, dy in ((-13, -13), (13, -13), (-13, 13), (13, 13)):
            c.fill(ellipse(x + dx, y + dy, 8), dark(color, 0.5))


def tools(c):
    with c.at(200, 200, turn=45):
        c.fill(rect(-18, -120, 36, 250, 14), WHITE)
        c.fill(ellipse(0, -120, 54), WHITE)
        c.fill(rect(-20, -186, 40, 70, 6), NAVY)
    with c.at(200, 200, turn=-45):
        c.fill(rect(-13, -150, 26, 130, 5), "#c4dcea")
        c.fill(rect(-24, -20, 48, 160, 18), AMBER)


def shirt_bubbles(c):
    with c.at(200, 306, 1.1):
        t.shirt(c, WHITE)
    for x, y, r in ((90, 110, 24), (300, 96, 32), (330, 170, 16), (70, 180, 14)):
        c.fill(ellipse(x, y, r), WHITE, 0.75)


def yin(c):
    c.fill(ellipse(200, 200, 132), CREAM)
    c.fill(path("M200 68 C374 70 374 330 200 332 C110 330 110 202 200 200 C290 198 290 70 200 68 Z"), CORAL)
    c.fill(ellipse(200, 134, 22), CORAL)
    c.fill(ellipse(200, 266, 22), CREAM)


def orion(c):
    points = ((110, 96), (286, 86), (160, 190), (202, 204), (244, 216), (126, 320), (296, 306))
    for a, b in ((0, 2), (1, 4), (2, 3), (3, 4), (2, 5), (4, 6), (0, 1)):
        c.stroke(poly(points[a], points[b]), "#8a9be0", 4)
    for i, (x, y) in enumerate(points):
        c.soft(ellipse(x, y, 20), "#ffe9b0", 12, 0.7)
        c.fill(star(x, y, 26 if i in (0, 6) else 18, 6, 4), "#fff6d8")


ALL = {
    # Clothing
    "zara": monogram("Z", "frame", "#17151c", "#f4efe6", "#f4efe6", 190),
    "severny-veter": drawn("none", "#2f6f9a", WHITE, wind),
    "lineya": monogram("L", "half", "#e8ddcf", CORAL, INK, 220),
    "mono-form": monogram("MF", "disc", "#e4e0da", INK, "#f4f0ea", 120),
    "denim-dom": thing(t.jeans, "disc", "#c9955a", "#f7e6cc", 200, 320, 1.2),
    "alba-wear": monogram("A", "sun", "#fde3cf", "#f2a06b", "#fffaf2", 150),
    "velvet-june": monogram("VJ", "arch", "#4a1f3f", "#b5486a", CREAM, 120),
    "nordhem": drawn("none", "#33506b", WHITE, mountain),
    "kostyumny-dvor": thing(t.coat, "arch", "#2b2f45", "#c9b08a", 200, 366, 1.35, "#1f2a4d"),
    "lunaria": monogram("Lu", "ring", "#f3dbe2", "#b5647f", "#8a3f5c", 130, 0.005),
    "tri-pugovitsy": drawn("none", "#fbeccf", WHITE, button_sign),
    "gorodok": drawn("none", "#4f6f5f", WHITE, hanger_sign),
    # Shoes
    "shag": thing(t.sneaker, "disc", "#f2a93b", CREAM, 200, 254, 0.98),
    "kedroom": monogram("K", "slant", "#e8503f", "#c23a35", WHITE, 210),
    "volta-run": monogram("V", "diamond", "#141b3a", "#3fd0c0", "#141b3a", 170, 0.03),
    "kabluchok": drawn("ring", "#7c2455", "#f0a8b8", heel),
    "piedra": monogram("P", "hexagon", "#efe4d6", "#8a5a3c", CREAM, 160),
    # Accessories
    "lunny-kamen": drawn("none", "#3a2f6b", WHITE, moonstone),
    "orso-bags": thing(t.bag, "disc", "#d9b48a", "#f7ead8", 200, 306, 1.05, BROWN),
    "chasovaya-bashnya": thing(t.watch, "none", "#22303f", WHITE, 200, 348, 1.4),
    "zonta": drawn("none", "#2f4a63", WHITE, umbrella),
    "zolotaya-nit": thing(t.ring, "ring", "#3f1f3a", "#e0b560", 200, 292, 1.0),
    # Beauty
    "flora-fig": monogram("F", "petals", "#dfeadb", "#7fae86", WHITE, 140),
    "pudra": thing(t.jar, "disc", "#f6c9d0", "#fdeef0", 200, 256, 1.3, "#f0a8b8"),
    "aromateka": thing(t.perfume, "arch", "#6b4a8a", "#cdb4e0", 200, 336, 1.15),
    "mint-skin": monogram("ms", "waves", "#d6f2e8", "#6fc4a8", "#1f6b5a", 150),
    "mylnaya-istoriya": drawn("dots", "#8ec5e8", WHITE, drop),
    # Electronics
    "voltik": drawn("none", "#22345f", WHITE, chip),
    "pixel-point": drawn("none", "#1a1438", WHITE, pixel),
    "zvuk-i-ton": drawn("none", "#241a3f", WHITE, wave_sound),
    "gadgetarium": thing(t.phone, "hexagon", TEAL, "#8fd3bf", 200, 312, 1.05),
    # Home
    "domovyonok": thing(t.house, "none", "#a8cfc0", WHITE, 200, 318, 1.25),
    "hyggehus": thing(t.lamp, "arch", "#c4653f", "#f7d9b0", 200, 364, 1.3),
    "bely-khlopok": monogram("BK", "ring", "#eef1ee", "#9fb5a8", "#5f7a6b", 116, 0.005),
    "lampa-lab": thing(t.lamp, "none", "#2b2b4a", WHITE, 200, 350, 1.35, CORAL),
    "posudnaya-lavka": thing(t.teapot, "disc", "#e8b274", "#fff3df", 195, 268, 1.05, "#3f6ea8"),
    # Children, gifts, books
    "teddy-house": thing(t.bear, "sun", "#8ec5e8", "#fdeccb", 200, 300, 0.95),
    "robokids": thing(t.robot, "hexagon", "#ffd477", "#fff6dd", 200, 304, 0.98),
    "oduvanchik": drawn("none", "#86b56a", WHITE, dandelion),
    "bumazhny-korablik": drawn("waves", "#5fa8d0", "#1f5a8a", boat),
    "pereplyot": thing(t.openbook, "shield", "#7a2f3a", "#c9955a", 200, 244, 0.82),
    "botanika": thing(t.flower, "disc", "#2f7a5c", "#e4f2e0", 200, 200, 2.7, CORAL),
    "korobka": thing(t.gift, "none", "#f7d9b0", WHITE, 200, 314, 1.2),
    "chernila": drawn("none", "#1f2f4a", WHITE, pen),
    # Food shops, pets
    "korzina": thing(t.basket, "disc", "#6db36c", "#f0f7e4", 200, 276, 0.95),
    "chay-i-par": thing(t.teapot, "ring", "#3a4f35", "#c9b56a", 194, 262, 0.92, "#7fa05a"),
    "lapa-i-khvost": drawn("none", "#e0803f", WHITE, paw),
    # Cafés and restaurants
    "zerno": thing(t.cup, "disc", "#6b3e22", "#f3dcc0", 192, 296, 0.95),
    "coffee-orbit": drawn("none", "#2a2050", WHITE, orbit),
    "cup-theory": thing(t.togo, "slant", "#f2c9a0", "#e8966b", 200, 324, 1.3, INK, CREAM),
    "tyoply-khleb": thing(t.croissant, "sun", "#8a4f24", "#fbe3b8", 200, 238, 1.0),
    "gelato-nuvola": thing(t.icecream, "disc", "#8fd8d0", "#fff6f0", 200, 336, 1.25, ("#f9c6d0", "#fdf0d2", "#b7e0b0")),
    "varenye": thing(t.cake, "none", "#c23a5a", WHITE, 200, 288, 1.2),
    "burger-yard": thing(t.burger, "disc", "#2b2b33", AMBER, 200, 292, 1.05),
    "forno-rosso": thing(t.pizza, "none", "#9c2a2a", WHITE, 200, 200, 1.3),
    "sushi-kit": thing(t.sushi, "waves", "#a8dcea", "#2f7aa8", 200, 226, 1.5),
    "wok-8": drawn("none", "#c9402f", WHITE, wok),
    "lepim": drawn("none", "#4a6fa8", WHITE, dumpling),
    "tbilisi-dvorik": drawn("none", "#ead9bd", WHITE, grapes),
    "falafel-friends": drawn("none", "#3f6f4f", WHITE, falafel),
    "green-bowl": drawn("none", "#cfe8b0", WHITE, bowl),
    "pho-corner": drawn("none", "#f2c14a", WHITE, noodles),
    # Entertainment, sport, cinema
    "strike-hall": thing(t.pin, "disc", "#3a1f6b", "#f0a0c0", 200, 324, 1.25),
    "vr-portal": thing(t.visor, "disc", "#141034", "#5f4fe0", 192, 330, 1.15),
    "ledovy-sad": drawn("none", "#3f8fc4", WHITE, snowflake),
    "gorod-masterov": thing(t.balloon, "dots", "#ff9a6b", "#ffd98a", 200, 346, 1.45, TEAL),
    "glina": thing(t.palette, "none", "#7a5a4a", WHITE, 200, 196, 1.25),
    "balans": drawn("none", "#1f5f63", WHITE, yin),
    "vertikal": drawn("none", "#3a3350", WHITE, grip),
    "tempo-sport": thing(t.dumbbell, "slant", "#f2c14a", "#e8963b", 200, 244, 1.15),
    "orion": drawn("none", "#12163f", WHITE, orion),
    "maly-zal": thing(t.reel, "half", "#e8ddc9", "#b33a4a", 200, 318, 1.18),
    # Services
    "atelye-igla": thing(t.needle, "disc", "#7c4fa3", "#efe2f7", 170, 272, 1.1),
    "apteka-rostok": drawn("none", "#2c8a5a", WHITE, cross),
    "bely-lyon": drawn("none", "#3f8fc4", WHITE, shirt_bubbles),
    "bank-opora": drawn("none", "#1f3a5f", WHITE, temple),
    "optika-fokus": thing(t.glasses, "disc", "#4fa8b0", WHITE, 200, 248, 0.92, NAVY),
    "kaplya": thing(t.car, "waves", "#dff3fb", "#3fa0d0", 200, 250, 0.86),
    "lak-bar": thing(t.lipstick, "petals", "#f7d0da", "#e0708f", 200, 296, 0.98, "#7c2455"),
    "fix-minute": drawn("none", "#d9582f", WHITE, tools),
    # Carriers
    "severnye-avialinii": monogram("N7", "shield", "#dff0fb", "#1f5f9c", WHITE, 130),
    "zheleznye-dorogi": monogram("RW", "hexagon", "#f6e3dc", "#b33a2a", WHITE, 130),
    "prigorodnye-poezda": monogram("S", "disc", "#fbe6d2", "#cc6600", WHITE, 140),
    "avtoliniya": monogram("BL", "diamond", "#fff2cf", "#d99a16", INK, 130),
    "rechnoy-flot": monogram("RF", "waves", "#d8eef8", "#2f7aa8", NAVY, 150),
    "yuzhny-veter": monogram("WD", "ring", "#efe9fb", "#5f3fb0", "#5f3fb0", 120),
}
