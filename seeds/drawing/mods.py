"""Pictures of the mods of the demo: one plain thing each, on a plain ground."""

from canvas import V, ellipse, poly


def ground(c, top, bottom, floor):
    c.fill(poly((0, 0), (900, 0), (900, 600), (0, 600)), V(top, bottom))
    c.fill(poly((0, 470), (900, 470), (900, 600), (0, 600)), floor)


def box(x, y, width, height):
    return poly((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def galleon(c):
    ground(c, "#9fd0e6", "#dff1f7", "#2f6f9f")
    c.fill(poly((200, 430), (700, 430), (640, 530), (270, 530)), V("#b4683a", "#7d4325"))
    for x, height in ((320, 240), (450, 320), (570, 220)):
        c.fill(box(x, 430 - height, 10, height), "#5c3a20")
        c.fill(poly((x + 14, 440 - height), (x + 120, 400 - height // 3), (x + 14, 400)), "#fdf6e6")


def raptor(c):
    ground(c, "#274b3a", "#79a35c", "#3c5a2c")
    c.fill(poly((180, 420), (420, 250), (620, 300), (660, 400), (430, 430)), "#c9d96a")
    c.fill(poly((600, 310), (690, 170), (820, 190), (790, 240), (700, 260), (650, 360)), "#c9d96a")
    for x in (430, 560):
        c.fill(poly((x, 390), (x + 50, 390), (x + 30, 500), (x + 70, 520), (x - 5, 520)), "#a9bd4e")
    c.fill(ellipse(735, 205, 9), "#2b2b1c")


def car(c):
    ground(c, "#f7d9a8", "#fdf0dc", "#8a8f98")
    c.fill(poly((180, 420), (210, 350), (340, 340), (400, 270), (590, 270), (660, 345), (740, 365), (750, 430)), "#d2452f")
    c.fill(poly((420, 290), (500, 290), (500, 345), (370, 345)), "#cfe6f7")
    c.fill(poly((515, 290), (580, 290), (630, 345), (515, 345)), "#cfe6f7")
    for x in (300, 630):
        c.fill(ellipse(x, 440, 58), "#26282e")
        c.fill(ellipse(x, 440, 26), "#c8ccd4")


def sofa(c):
    ground(c, "#e9e2d6", "#f8f4ec", "#b79c78")
    c.fill(box(220, 270, 460, 150), V("#3f8f8c", "#2d6f70"))
    c.fill(box(170, 320, 80, 150), "#357c7c")
    c.fill(box(650, 320, 80, 150), "#357c7c")
    c.fill(box(240, 380, 420, 90), "#4aa3a0")
    for x in (200, 670):
        c.fill(box(x, 470, 24, 36), "#5c4630")


def plane(c):
    ground(c, "#5d8fc9", "#cfe6f7", "#9ac0e2")
    c.fill(poly((150, 330), (640, 270), (790, 300), (640, 350), (180, 370)), "#f7f9fc")
    c.fill(poly((400, 315), (500, 310), (380, 480), (320, 480)), "#dfe6ef")
    c.fill(poly((170, 330), (230, 325), (170, 220), (130, 220)), "#d2452f")
    for x in range(330, 640, 44):
        c.fill(ellipse(x, 316, 9), "#5d8fc9")


def crate(c):
    ground(c, "#f0e0c2", "#fbf5e8", "#b0885a")
    c.fill(box(290, 220, 320, 290), V("#c99a62", "#a4753f"))
    for x, y, width, height in ((290, 220, 320, 34), (290, 476, 320, 34), (290, 220, 34, 290), (576, 220, 34, 290)):
        c.fill(box(x, y, width, height), "#7d5429")
    c.fill(poly((324, 254), (352, 254), (576, 448), (576, 476), (548, 476), (324, 282)), "#8c6233")


ALL = {
    "galleon": galleon, "raptor": raptor, "car": car, "sofa": sofa, "plane": plane, "crate": crate,
}
