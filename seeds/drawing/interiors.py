"""Insides of shops, 1200 units by 800: a room in perspective and what it sells."""

import places as p
import things as t
from canvas import D, H, R, V, dark, ellipse, light, mix, path, poly, rect, star
from scenes import put
from things import AMBER, BROWN, CORAL, CREAM, INK, MINT, NAVY, PLUM, SKY, TEAL, WHITE


def room(c, wall, floor, lights=True, wood=True):
    """Walls, floor and ceiling; the back wall reaches from (220, 130) to (980, 540)."""
    c.back(wall)
    c.fill(poly((-4, -4), (1204, -4), (980, 130), (220, 130)), V(light(wall, 0.75), light(wall, 0.45)))
    c.fill(poly((-4, -4), (220, 130), (220, 540), (-4, 804)), H(dark(wall, 0.18), dark(wall, 0.06)))
    c.fill(poly((1204, -4), (980, 130), (980, 540), (1204, 804)), H(dark(wall, 0.06), dark(wall, 0.2)))
    c.fill(rect(220, 130, 760, 410), R(light(wall, 0.35), wall))
    c.fill(poly((220, 540), (980, 540), (1204, 804), (-4, 804)), V(light(floor, 0.25), dark(floor, 0.08)))
    for i in range(11):
        c.stroke(poly((220 + i * 76, 540), (-4 + i * 121, 804)), dark(floor, 0.3), 3, 0.45 if wood else 0.2)
    if not wood:
        for y in (572, 618, 690):
            c.stroke(poly((0, y), (1200, y)), dark(floor, 0.3), 3, 0.2)
    c.soft(rect(300, 600, 600, 60), WHITE, 40, 0.4)
    for x in (400, 600, 800) if lights else ():
        c.stroke(poly((x, 40), (x, 150)), INK, 4)
        c.soft(ellipse(x, 186, 60), "#fff0c0", 26, 0.8)
        c.fill(path(f"M{x - 36} 178 Q{x - 30} 140 {x} 140 Q{x + 30} 140 {x + 36} 178 Z"), INK)
        c.fill(ellipse(x, 178, 34, 8), "#fff6d8")


def side_shelves(c, color, fill):
    """Shelves along both walls, with boxes that `fill` colours."""
    for side in (0, 1):
        with c.at(1200 if side else 0, 0, flip=bool(side)):
            for k, (low, high) in enumerate(((250, 250), (400, 345), (560, 440))):
                for i in range(6):
                    a, b = i / 6 + 0.02, (i + 1) / 6 - 0.02
                    x1, x2 = 10 + 200 * a, 10 + 200 * b
                    y1, y2 = low + (high - low) * a, low + (high - low) * b
                    h = 84 - 40 * a
                    tone = fill[(i * 2 + k + side) % len(fill)]
                    c.fill(poly((x1, y1), (x2, y2), (x2, y2 - h * 0.86), (x1, y1 - h)), H(light(tone, 0.15), tone))
                c.fill(poly((0, low), (214, high), (214, high + 10), (0, low + 15)), color)


def counter(c, x, y, w, h, front, top):
    c.soft(rect(x, y + h - 8, w, 16), INK, 12, 0.4)
    c.fill(rect(x, y, w, h, 8), V(light(front, 0.15), dark(front, 0.15)))
    for i in range(1, int(w // 60)):
        c.stroke(poly((x + i * 60, y + 20), (x + i * 60, y + h - 8)), dark(front, 0.3), 3, 0.4)
    c.fill(rect(x - 14, y - 12, w + 28, 24, 8), V(light(top, 0.3), top))


def clothes(c):
    room(c, "#e9ddd0", "#c9a57a")
    side_shelves(c, BROWN, (TEAL, CREAM, CORAL, NAVY))
    c.fill(rect(290, 214, 620, 11, 5), INK)
    for i, (thing, color) in enumerate(((t.dress, CORAL), (t.coat, "#b5523b"), (t.shirt, SKY), (t.coat, TEAL), (t.jeans, "#3f6ea8"), (t.dress, PLUM))):
        put(c, t.hanger, 345 + i * 102, 260, 0.75)
        put(c, thing, 345 + i * 102, 428, 0.78, color)
    put(c, t.mannequin, 330, 690, 1.15, t.coat, AMBER)
    put(c, t.mannequin, 870, 690, 1.15, t.dress, NAVY)
    counter(c, 480, 600, 240, 110, "#d9b48a", WHITE)
    put(c, t.bag, 560, 590, 0.5)
    put(c, t.sneaker, 660, 590, 0.32)


def footwear(c):
    room(c, "#3a5a6b", "#a8714a")
    side_shelves(c, CREAM, (AMBER, CORAL, CREAM))
    colors = ((TEAL, AMBER), (CORAL, CREAM), (CREAM, TEAL), (PLUM, AMBER), (NAVY, CORAL), (AMBER, NAVY))
    for row in range(3):
        p.shelf(c, 270, 270 + row * 110, 660, "#d9a066")
        for i in range(4):
            put(c, t.sneaker, 360 + i * 160, 270 + row * 110, 0.46, *colors[(i + row * 2) % 6])
    p.podium(c, 600, 640, 380, 50, CREAM)
    put(c, t.sneaker, 600, 644, 1.1, CORAL, AMBER)


def cafe(c):
    room(c, "#e0bd96", "#8a5a3a")
    p.window(c, 280, 180, 300, 220, ("#ffd9a8", "#fff3df"))
    p.shelf(c, 640, 290, 300)
    p.shelf(c, 640, 390, 300)
    for i, color in enumerate((CORAL, AMBER, MINT, CREAM)):
        put(c, t.jar, 690 + i * 68, 290, 0.5, color)
        put(c, t.togo, 690 + i * 68, 390, 0.36, (TEAL, PLUM, CORAL, NAVY)[i])
    counter(c, 610, 500, 420, 170, TEAL, "#d9a066")
    put(c, t.cake, 720, 492, 0.5)
    put(c, t.croissant, 860, 492, 0.5)
    put(c, t.cup, 970, 492, 0.4)
    for x in (190, 430):
        c.fill(rect(x - 6, 640, 12, 120), INK)
        c.fill(ellipse(x, 640, 110, 24), V("#e8b274", "#a8693a"))
        put(c, t.cup, x, 640, 0.5, WHITE if x < 300 else AMBER)
    put(c, t.plant, 90, 600, 1.1)


def bookshop(c):
    room(c, "#5a3f4f", "#9a6a42")
    spines = ("#b5523b", TEAL, AMBER, CREAM, "#6db36c", SKY)
    side_shelves(c, "#d9a066", spines)
    for row in range(3):
        y, x, i = 270 + row * 112, 272, 0
        p.shelf(c, 258, y, 684, "#c98a4f")
        while x < 920:
            w, h = 17 + (i * 7 + row * 11) % 15, 62 + (i * 17 + row * 5) % 30
            tone = spines[(i * 5 + row * 2 + i // 4) % 6]
            c.fill(rect(x, y - h, w - 2, h, 2), H(light(tone), dark(tone, 0.12)))
            x, i = x + w, i + 1
    put(c, t.armchair, 300, 740, 1.15, CORAL)
    counter(c, 600, 630, 330, 90, "#b5804f", "#e8b274")
    put(c, t.books, 690, 622, 0.55)
    put(c, t.openbook, 830, 622, 0.55)
    put(c, t.lamp, 1010, 720, 1.2)


def gym(c):
    room(c, "#4a5f7a", "#3a4257", wood=False)
    c.fill(rect(290, 190, 620, 240, 8), D("#a8c8dc", "#e0f0f8"))
    for x in (445, 600, 755):
        c.stroke(poly((x, 190), (x, 430)), WHITE, 6)
    p.shelf(c, 270, 500, 660, INK)
    for i in range(5):
        put(c, t.dumbbell, 340 + i * 130, 500, 0.4, (CORAL, NAVY, TEAL, AMBER, PLUM)[i])
    put(c, t.yogi, 600, 720, 1.2, CORAL)
    put(c, t.ball, 240, 720, 1.0, "game", TEAL)
    put(c, t.dumbbell, 960, 720, 0.8, AMBER)


def cosmetics(c):
    room(c, "#f3d3dd", "#d9b0b8", wood=False)
    side_shelves(c, WHITE, ("#f0a8b8", "#e8c4dc", CREAM, "#d990b0"))
    for row in range(2):
        p.shelf(c, 280, 320 + row * 130, 640, WHITE)
        for i in range(7):
            thing = (t.perfume, t.jar, t.lipstick)[(i + row) % 3]
            put(c, thing, 330 + i * 90, 320 + row * 130, 0.5, ("#f0a8b8", MINT, AMBER, "#c2284f", PLUM)[(i * 2 + row) % 5])
    p.podium(c, 360, 660, 220, 60, WHITE)
    p.podium(c, 840, 660, 220, 60, WHITE)
    put(c, t.perfume, 360, 664, 0.9)
    put(c, t.perfume, 840, 664, 0.9, AMBER)
    put(c, t.flower, 600, 660, 1.6, CORAL)


def restaurant(c):
    room(c, "#6b2f3a", "#4a2a2a")
    p.garland(c, 100, 34)
    p.window(c, 330, 200, 540, 230, ("#2b2f6b", "#b5648a"), "#d9a066")
    for x, y, s in ((330, 660, 1.0), (870, 660, 1.0), (600, 610, 0.75)):
        with c.at(x, y, s):
            t.ground(c, 150)
            c.fill(path("M-150 -90 L-120 -6 Q0 24 120 -6 L150 -90 Z"), H(WHITE, "#d9cbd0"))
            c.fill(ellipse(0, -92, 152, 34), WHITE)
    put(c, t.pizza, 300, 560, 0.55)
    put(c, t.cup, 410, 575, 0.36)
    put(c, t.burger, 850, 575, 0.46)
    put(c, t.lamp, 950, 570, 0.42)
    put(c, t.bouquet, 600, 545, 0.42)
    put(c, t.plant, 90, 720, 1.5)
    put(c, t.plant, 1120, 720, 1.5)


def market(c):
    room(c, "#dfe8d4", "#c4c9b8", wood=False)
    side_shelves(c, "#8fae7a", (CORAL, AMBER, "#6db36c", CREAM, SKY))
    for row in range(2):
        for i in range(3):
            x, y = 300 + i * 220, 330 + row * 130
            tone = ("#d9443a", "#f2a93b", "#7ab54a", "#8a4aa0", "#ffd977", "#e8703a")[i + row * 3]
            for k in range(13):
                c.fill(ellipse(x + 22 + (k % 7) * 23, y - 10 - (k // 7) * 22, 15), R(light(tone, 0.4), dark(tone, 0.08)))
            c.fill(rect(x, y - 6, 184, 58, 6), V("#d99a55", "#9a6228"))
            c.stroke(poly((x, y + 22), (x + 184, y + 22)), "#7a4a1e", 3, 0.6)
    put(c, t.basket, 330, 720, 1.0)
    put(c, t.cart, 800, 740, 1.3)


def gadgets(c):
    room(c, "#2f3a6b", "#4a5580", wood=False)
    side_shelves(c, "#7ff0e0", (NAVY, TEAL, PLUM))
    for i, screen in enumerate(((CORAL, AMBER), (TEAL, MINT), (PLUM, "#f58ad0"))):
        x = 270 + i * 226
        c.soft(rect(x, 210, 208, 130), screen[1], 16, 0.6)
        c.fill(rect(x, 210, 208, 130, 8), INK)
        c.fill(rect(x + 8, 218, 192, 114, 4), D(*screen))
        c.fill(ellipse(x + 140, 260, 20), WHITE, 0.8)
        c.fill(path(f"M{x + 8} 332 L{x + 70} 262 L{x + 120} 310 L{x + 150} 286 L{x + 200} 332 Z"), INK, 0.35)
    for x in (180, 620):
        counter(c, x, 600, 400, 100, WHITE, "#e0ad78")
    put(c, t.laptop, 300, 590, 0.7)
    put(c, t.phone, 480, 590, 0.55)
    put(c, t.headphones, 740, 590, 0.7)
    put(c, t.gamepad, 910, 562, 0.5)


def playroom(c):
    room(c, "#ffe0b0", "#b8d9b0", lights=False)
    p.pennants(c, 90, 30)
    for i, color in enumerate((CORAL, AMBER, MINT, SKY)):
        c.fill(ellipse(600, 430, 190 - i * 34, 190 - i * 34, 180, 360), color)
    c.fill(ellipse(600, 430, 54, 54, 180, 360), "#ffeccb")
    put(c, t.bear, 340, 690, 1.15)
    put(c, t.robot, 560, 670, 0.85)
    put(c, t.house, 860, 640, 1.2)
    put(c, t.scooter, 730, 740, 0.8)
    for x, color in ((150, CORAL), (1060, TEAL), (1120, AMBER)):
        put(c, t.balloon, x, 520, 1.1, color)


def salon(c):
    room(c, "#cfe0d6", "#b5926a")
    for i in range(3):
        x = 350 + i * 250
        c.soft(ellipse(x, 310, 92, 110), "#fff6d8", 18, 0.7)
        c.fill(ellipse(x, 310, 88, 106), "#d9a066")
        c.fill(ellipse(x, 310, 76, 94), D("#eaf7ff", "#a8c8dc"))
        p.shelf(c, x - 90, 440, 180)
        put(c, t.jar, x - 40, 440, 0.4, (CORAL, MINT, AMBER)[i])
        put(c, t.perfume, x + 30, 440, 0.32)
    for x in (330, 870):
        put(c, t.armchair, x, 720, 1.1, "#3a7a6a")
    put(c, t.plant, 600, 680, 1.3)


ALL = {
    "clothes": clothes, "footwear": footwear, "cafe": cafe, "bookshop": bookshop, "gym": gym, "cosmetics": cosmetics,
    "restaurant": restaurant, "market": market, "gadgets": gadgets, "playroom": playroom, "salon": salon,
}
