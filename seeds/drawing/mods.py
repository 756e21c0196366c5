"""Pictures of the mods of the demo: one plain thing each, on a plain ground."""

from canvas import V, ellipse, path, poly, rect, star


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


def submarine(c):
    ground(c, "#8fd0dc", "#3a86a8", "#d9c08a")
    for x, y, r in ((196, 190, 20), (158, 130, 13)):
        c.fill(ellipse(x, y, r), "#e4f7f8", 0.7)
    c.stroke(poly((470, 230), (470, 120), (524, 120)), "#8a4218", 16)
    c.fill(rect(395, 180, 150, 110, 30), "#d9762a")
    c.fill(poly((270, 330), (180, 250), (160, 270), (160, 390), (180, 410)), "#b9561c")
    c.fill(ellipse(480, 340, 250, 98), V("#f6b04a", "#cf6a22"))
    for x in (390, 500, 610):
        c.fill(ellipse(x, 330, 30), "#d4f0f5")


def steamer(c):
    ground(c, "#f3b79f", "#fdeee0", "#2f7682")
    for x, y, r in ((330, 96, 40), (262, 76, 28)):
        c.fill(ellipse(x, y, r), "#ffffff", 0.75)
    for x in (370, 480):
        c.fill(box(x, 140, 56, 200), "#d2452f")
        c.fill(box(x, 140, 56, 42), "#3a3038")
    c.fill(box(270, 300, 360, 60), "#fff8ee")
    c.fill(box(220, 360, 470, 60), "#f1e3d0")
    for x in range(290, 600, 90):
        c.fill(box(x, 316, 50, 28), "#5d8fa6")
    c.fill(poly((150, 410), (750, 410), (690, 530), (200, 530)), V("#3d4f6e", "#263348"))
    c.fill(ellipse(450, 450, 84), "#f2c14e")
    for turn in (0, 60, 120):
        with c.at(450, 450, turn=turn):
            c.fill(box(-84, -6, 168, 12), "#b9762a")
    c.fill(box(0, 500, 900, 100), "#2f7682")


def fox(c):
    ground(c, "#cfe0b0", "#f5f3d8", "#7d9150")
    c.fill(path("M500 515 C700 540 780 390 690 250 C650 330 620 400 500 430 Z"), "#d9702a")
    c.fill(path("M730 345 C738 310 722 285 690 250 C673 285 660 312 638 338 C670 360 705 362 730 345 Z"), "#fdf3e2")
    c.fill(path("M330 520 C330 390 380 320 450 320 C520 320 570 390 570 520 Z"), "#e8843a")
    c.fill(path("M400 520 C390 420 420 360 450 360 C480 360 510 420 500 520 Z"), "#fdf3e2")
    c.fill(path("M450 375 L310 265 L330 95 L410 180 H490 L570 95 L590 265 Z"), "#e8843a")
    for side in (False, True):
        with c.at(450, flip=side):
            c.fill(poly((-108, 128), (-62, 182), (-104, 210)), "#6b3420")
            c.fill(path("M0 375 L-140 265 Q-50 250 0 340 Z"), "#fdf3e2")
            c.fill(ellipse(-58, 250, 13, 17), "#2b2320")
    c.fill(ellipse(450, 362, 21, 17), "#2b2320")


def knight(c):
    ground(c, "#b9c7e6", "#eef2fb", "#8f9a78")
    c.fill(path("M370 250 C300 340 290 440 270 515 H640 C610 440 600 340 530 250 Z"), V("#3a5fc0", "#2a4590"))
    c.fill(box(622, 110, 14, 410), "#7d5429")
    c.fill(poly((636, 116), (770, 150), (636, 196)), "#f2c14e")
    for x in (392, 462):
        c.fill(box(x, 410, 50, 112), "#8d96a5")
    c.fill(rect(370, 270, 164, 160, 34), V("#d5dbe4", "#a3adbb"))
    c.fill(rect(500, 290, 136, 50, 24), "#bcc5d1")
    c.fill(path("M450 120 C440 50 340 60 330 140 C370 110 410 110 450 120 Z"), "#d2452f")
    c.fill(rect(375, 110, 152, 172, 64), V("#e4e9f0", "#a9b3c1"))
    c.fill(rect(396, 178, 131, 26, 8), "#2b3040")
    c.fill(path("M268 290 H428 V390 C428 440 390 470 348 492 C306 470 268 440 268 390 Z"), "#f2c14e")
    c.fill(star(348, 374, 54, 24), "#d2452f")


def astronaut(c):
    ground(c, "#232a5c", "#48488c", "#a7a2b8")
    for x, y, r in ((170, 120, 6), (250, 230, 5), (720, 250, 5)):
        c.fill(ellipse(x, y, r), "#ffffff")
    c.fill(ellipse(730, 120, 54), "#e8a65a")
    c.fill(ellipse(730, 124, 92, 16), "#f6d9a0", 0.8)
    for x, y, turn in ((350, 280, 28), (550, 280, -150)):
        with c.at(x, y, turn=turn):
            c.fill(rect(-34, -20, 68, 176, 34), "#dfe3ef")
    for x in (376, 460):
        c.fill(rect(x, 400, 66, 118, 24), "#dfe3ef")
        c.fill(rect(x - 6, 484, 78, 38, 16), "#d2452f")
    c.fill(rect(360, 250, 180, 190, 40), V("#ffffff", "#d5daea"))
    c.fill(rect(410, 330, 80, 50, 10), "#5d6fb8")
    c.fill(ellipse(450, 180, 112), "#f4f6fb")
    c.fill(rect(366, 122, 168, 116, 54), V("#e8a65a", "#7a4a7a"))
    c.fill(ellipse(410, 152, 24, 12), "#ffffff", 0.7)


def wizard(c):
    ground(c, "#8570b8", "#d9b6dc", "#4c6b54")
    c.stroke(path("M640 520 L620 190"), "#6b4426", 18)
    c.soft(ellipse(618, 160, 60), "#c8fff0", 22)
    c.fill(ellipse(618, 160, 38), "#5fe0c0")
    c.fill(path("M450 250 C360 270 310 420 280 522 H610 C590 420 540 270 450 250 Z"), V("#2f4fae", "#1e2f74"))
    c.stroke(path("M500 330 Q570 370 624 330"), "#3d60c4", 56)
    c.fill(ellipse(630, 330, 26), "#f0b793")
    c.fill(ellipse(445, 240, 74, 70), "#f0b793")
    c.fill(path("M368 240 C360 340 400 420 440 462 C490 420 530 340 522 240 Q445 300 368 240 Z"), "#f7f4fb")
    c.fill(path("M320 214 C360 180 390 120 400 40 C450 70 510 130 570 214 Q445 246 320 214 Z"), V("#3a5cc4", "#22378a"))
    c.fill(path("M352 180 Q450 214 546 180 L570 214 Q445 246 320 214 Z"), "#f2c14e")
    for x in (412, 478):
        c.fill(ellipse(x, 254, 9, 11), "#2b2140")
    for x, y, r in ((436, 130, 22), (536, 464, 26)):
        c.fill(star(x, y, r, r * 0.45), "#f2c14e")


def bus(c):
    ground(c, "#b5dccb", "#eef8f0", "#7f868f")
    c.fill(rect(140, 190, 610, 260, 44), V("#fbc93d", "#efa823"))
    c.fill(box(140, 350, 610, 26), "#b9702a")
    for x in range(180, 500, 134):
        c.fill(rect(x, 232, 110, 86, 12), "#d6eef7")
    c.fill(rect(584, 232, 60, 200, 12), "#d6eef7")
    c.fill(path("M668 232 H736 Q750 250 750 318 H668 Z"), "#d6eef7")
    for x in (270, 510):
        c.fill(ellipse(x, 446, 62), "#26282e")
        c.fill(ellipse(x, 446, 28), "#c8ccd4")


def tractor(c):
    ground(c, "#f4dd8e", "#fdf6d8", "#7a5a38")
    c.fill(box(596, 150, 18, 120), "#3a3f4a")
    c.fill(path("M470 262 H700 Q726 262 726 292 V420 H440 Z"), V("#3f7fd0", "#2a5da6"))
    c.fill(box(640, 306, 86, 50), "#1d4a8c")
    c.fill(poly((270, 150), (490, 150), (520, 290), (520, 420), (270, 420)), "#2f68b4")
    c.fill(poly((300, 178), (468, 178), (492, 290), (300, 290)), "#dff0f7")
    c.fill(rect(244, 132, 270, 28, 10), "#f2c14e")
    for x, y, r in ((320, 396, 126), (650, 446, 76)):
        c.fill(ellipse(x, y, r), "#26282e")
        c.fill(ellipse(x, y, r * 0.58), "#f2c14e")


def bookcase(c):
    ground(c, "#c9d6e4", "#f0f4f8", "#b98d63")
    c.fill(box(270, 120, 360, 390), "#8c5a32")
    colors = ("#d2452f", "#f2c14e", "#3f8f8c", "#f4ead6", "#5d6fb8", "#e8843a")
    for row, y in enumerate((140, 262, 384)):
        c.fill(box(292, y, 316, 106), "#5a361c")
        x = 298
        for i in range((5, 3, 4)[row]):
            width, height = 46 + (i * 2 + row) % 3 * 8, 98 - (i + row) % 3 * 15
            c.fill(box(x, y + 106 - height, width, height), colors[(i + row * 4) % 6])
            x += width + 4
    c.fill(ellipse(560, 336, 32), "#7fb5a8")
    c.fill(poly((335, 70), (405, 70), (395, 120), (345, 120)), "#e9edf2")
    for turn in (-50, -18, 18, 50):
        with c.at(370, 74, turn=turn):
            c.fill(ellipse(0, -26, 12, 32), "#4f9a5e")


def sword(c):
    ground(c, "#a9d3c0", "#eef7ea", "#6f9a55")
    with c.at(450, 300, turn=42):
        c.fill(path("M-34 120 V-230 L0 -290 L34 -230 V120 Z"), "#e3b273")
        c.fill(path("M0 120 V-290 L34 -230 V120 Z"), "#c98f4e")
        for y in (-170, -60, 40):
            c.stroke(path(f"M-22 {y} q8 24 0 52"), "#b87f42", 5)
        c.fill(rect(-22, 130, 44, 130, 14), "#7d4325")
        for y in (160, 192, 224):
            c.fill(poly((-22, y), (22, y - 14), (22, y), (-22, y + 14)), "#f0d9b0")
        c.fill(rect(-112, 104, 224, 42, 20), "#9a5a2e")
        c.fill(ellipse(0, 268, 32), "#9a5a2e")


def bow(c):
    ground(c, "#5fa097", "#b5dcc2", "#3f6b45")
    c.fill(poly((640, 470), (690, 300), (760, 470), (735, 470), (690, 350), (664, 470)), "#7d5429")
    for r, color in ((104, "#d2452f"), (68, "#f7e6d0"), (32, "#d2452f")):
        c.fill(ellipse(690, 300, r * 0.62, r), color)
    c.stroke(poly((250, 90), (190, 300), (250, 510)), "#e4f0e0", 5)
    c.stroke(path("M250 90 C440 170 440 430 250 510"), "#8a4f24", 26)
    c.stroke(poly((190, 300), (520, 300)), "#f0d9a8", 13)
    c.fill(poly((566, 300), (506, 270), (506, 330)), "#e6ebf0")
    for y in (-1, 1):
        c.fill(poly((180, 300), (250, 300), (220, 300 + y * 32), (150, 300 + y * 32)), "#f2a93b")


def blaster(c):
    ground(c, "#f7bccb", "#fff1f3", "#74bfd0")
    c.fill(path("M300 330 L400 330 L376 500 Q370 520 350 520 H290 Q268 520 274 498 Z"), "#d97a1e")
    c.stroke(path("M400 360 Q404 430 462 424 L476 370"), "#2d6f52", 16)
    c.fill(rect(280, 130, 250, 120, 54), "#3f9fd8")
    c.fill(rect(300, 146, 190, 30, 15), "#d6f0fb", 0.8)
    c.fill(path("M220 240 H560 L600 262 V350 H250 Q200 350 200 300 Q200 250 220 240 Z"), V("#5fc07a", "#37915c"))
    c.fill(rect(590, 274, 100, 52, 10), "#f2a93b")
    c.fill(rect(676, 260, 36, 80, 10), "#d2452f")
    c.fill(ellipse(290, 296, 26), "#f2c14e")
    for x, y, r in ((748, 300, 16), (790, 290, 12), (826, 308, 14)):
        c.fill(ellipse(x, y, r), "#3f9fd8")


def biplane(c):
    ground(c, "#f08a63", "#fde0a8", "#7c9a58")
    c.fill(path("M0 470 Q160 420 330 470 Z M520 470 Q720 400 900 470 Z"), "#8fac66")
    c.fill(poly((170, 190), (236, 196), (280, 290), (190, 300)), "#1f5f66")
    c.fill(path("M180 300 C240 270 420 232 620 240 Q690 246 690 300 Q690 356 620 360 C460 366 300 340 180 316 Z"),
           V("#3aa39a", "#21777a"))
    for x in (440, 560):
        c.stroke(poly((x, 170), (x - 24, 372)), "#6b4426", 9)
    c.stroke(poly((530, 370), (560, 430)), "#6b4426", 10)
    c.fill(rect(370, 142, 300, 32, 16), "#fff3d6")
    c.fill(rect(340, 352, 290, 32, 16), "#fff3d6")
    c.fill(ellipse(400, 234, 34), "#f0b793")
    c.fill(path("M366 250 C354 186 444 182 434 222 L392 226 L388 256 Z"), "#6b3420")
    c.fill(path("M346 274 Q400 254 456 266 L440 292 H360 Z"), "#174d55")
    c.fill(ellipse(566, 432, 34), "#26282e")
    c.fill(ellipse(566, 432, 14), "#8a8f98")
    c.fill(ellipse(712, 298, 12, 126), "#ffffff", 0.65)
    c.fill(ellipse(700, 298, 22, 26), "#d2452f")


def balloon(c):
    ground(c, "#8cc4ec", "#e6f4fb", "#7fb069")
    for x, y in ((170, 200), (740, 320)):
        for dx, r in ((-30, 26), (24, 38)):
            c.fill(ellipse(x + dx, y, r * 1.3, r), "#ffffff", 0.7)
    for x in (405, 495):
        c.stroke(poly((450 + (x - 450) * 1.7, 330), (x, 440)), "#6b4426", 6)
    for share, color in ((1, "#d2452f"), (0.7, "#f6c667"), (0.32, "#d2452f")):
        with c.at(450):
            w = 190 * share
            c.fill(path(f"M0 40 C{w * 1.3} 40 {w * 1.3} 250 {40 * share} 372 H{-40 * share} "
                        f"C{-w * 1.3} 250 {-w * 1.3} 40 0 40 Z"), color)
    c.fill(rect(400, 436, 100, 80, 14), V("#c98f4e", "#8c5a2c"))
    c.fill(rect(392, 430, 116, 18, 9), "#7d4a22")


ALL = {
    "galleon": galleon, "raptor": raptor, "car": car, "sofa": sofa, "plane": plane, "crate": crate,
    "submarine": submarine, "steamer": steamer, "fox": fox, "knight": knight, "astronaut": astronaut, "wizard": wizard,
    "bus": bus, "tractor": tractor, "bookcase": bookcase, "sword": sword, "bow": bow, "blaster": blaster,
    "biplane": biplane, "balloon": balloon,
}
