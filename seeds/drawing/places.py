"""Where things stand: walls, tables, skies, stages, and what floats in the air."""

import math
import random

from canvas import D, H, R, V, dark, ellipse, light, mix, path, poly, rect, star
from things import AMBER, CORAL, CREAM, INK, MINT, NAVY, PLUM, SKY, TEAL, WHITE


def studio(c, wall, floor, halo, x=0.5, horizon=0.74):
    """A plain room with a wide soft light behind the subject."""
    y = c.h * horizon
    c.back(V(light(wall, 0.2), wall))
    for r, alpha in ((0.62, 0.35), (0.47, 0.5), (0.33, 0.6)):
        c.fill(ellipse(c.w * x, y - c.h * 0.2, c.h * r), halo, alpha)
    c.fill(rect(-4, y, c.w + 8, c.h), V(light(floor, 0.12), dark(floor, 0.12)))
    c.soft(rect(-80, y - 6, c.w + 160, 12), dark(floor, 0.3), 10, 0.35)


def table(c, wall, wood="#c98a4f", horizon=0.7, seed="table"):
    """A table top before a room out of focus."""
    c.back(D(light(wall, 0.25), dark(wall, 0.3)))
    bokeh(c, seed, (CREAM, AMBER, light(wall, 0.5)), 26)
    y = c.h * horizon
    c.fill(rect(-4, y, c.w + 8, c.h), V(light(wood, 0.15), dark(wood, 0.25)))
    c.fill(rect(-4, y, c.w + 8, 6), light(wood, 0.45), 0.8)
    r = random.Random(seed)
    for _ in range(14):
        x, v = r.uniform(-100, c.w), r.uniform(y + 14, c.h)
        n = r.uniform(120, 420)
        c.stroke(path(f"M{x} {v} q{n / 2} {r.uniform(-7, 7)} {n} 0"), dark(wood, 0.35), 2.5, 0.3)


def bokeh(c, seed, colors, count=20, low=0.7):
    r = random.Random(seed)
    for _ in range(count):
        x, y, size = r.uniform(0, c.w), r.uniform(0, c.h * low), r.uniform(12, 52)
        c.soft(ellipse(x, y, size), r.choice(colors), 4, r.uniform(0.12, 0.38))


def podium(c, x, y, width, height, color):
    c.soft(ellipse(x, y + height, width / 2 + 10, width * 0.13), INK, 14, 0.3)
    side = width / 2
    c.fill(path(f"M{x - side} {y} V{y + height} C{x - side} {y + height + side * .28} {x + side} {y + height + side * .28} "
                f"{x + side} {y + height} V{y} Z"), H(light(color, 0.15), dark(color, 0.2)))
    c.fill(ellipse(x, y, side, side * 0.2), R(light(color, 0.5), light(color, 0.15)))


def skyline(c, base, color, seed, lit=None, low=60, high=260):
    r = random.Random(seed)
    x = -20
    while x < c.w + 20:
        w, h = r.uniform(50, 120), r.uniform(low, high)
        c.fill(rect(x, base - h, w - 6, h + 4, 3), color)
        if r.random() < 0.3:
            c.fill(rect(x + w / 2 - 4, base - h - 34, 5, 36), color)
        for row in range(int(h // 26)):
            for column in range(int((w - 18) // 17)):
                if lit and r.random() < 0.42:
                    c.fill(rect(x + 9 + column * 17, base - h + 11 + row * 26, 8, 12, 2), lit, r.uniform(0.45, 1))
        x += w


def night(c, top="#141b45", bottom="#5b4a94", moon=True, base=None):
    c.back(V(top, bottom))
    r = random.Random("night")
    for _ in range(90):
        c.fill(ellipse(r.uniform(0, c.w), r.uniform(0, c.h * 0.6), r.uniform(0.8, 2.4)), WHITE, r.uniform(0.3, 0.95))
    if moon:
        c.soft(ellipse(c.w * 0.82, c.h * 0.22, 78), "#ffe9b8", 40, 0.5)
        c.fill(ellipse(c.w * 0.82, c.h * 0.22, 56), R("#fff8e0", "#ffd98f"))
    if base:
        skyline(c, base, mix(bottom, top, 0.35), "far", "#ffd98f", 90, 300)
        skyline(c, base, dark(top, 0.15), "near", "#ffbf6b", 40, 190)


def sunset(c, base=None):
    c.back(V("#ffb88f", "#ffe6c4"))
    c.soft(ellipse(c.w * 0.7, c.h * 0.45, 120), "#fff3c9", 40, 0.8)
    c.fill(ellipse(c.w * 0.7, c.h * 0.45, 84), V("#fff6d8", "#ffc978"))
    for x, y, n in ((160, 120, 1), (900, 90, 0.8), (520, 190, 0.6)):
        cloud(c, x, y, n)
    if base:
        skyline(c, base, "#e08f86", "evening", "#ffe9b8", 80, 240)
        skyline(c, base, "#b5647a", "dusk", "#ffd98f", 40, 150)


def cloud(c, x, y, size=1, color=WHITE, alpha=0.7):
    with c.at(x, y, size):
        puffs = ((-60, 0, 36), (-16, -18, 50), (40, -6, 42), (80, 6, 28))
        c.fill([ellipse(dx, dy, r, r * 0.72)[0] for dx, dy, r in puffs], color, alpha)


def atrium(c, tint="#e6d6f0", glow="#fff1d0"):
    """The mall itself: a gallery under a glass roof, seen along its middle."""
    vx, vy = c.w / 2, c.h * 0.46
    c.back(V(light(tint, 0.4), tint))
    roof = [(-40, -20), (c.w + 40, -20), (vx + 110, vy - 60), (vx - 110, vy - 60)]
    c.fill([roof], V("#9fd2ee", "#eaf7ff"))
    for i in range(11):
        x = -40 + (c.w + 80) * i / 10
        c.stroke(poly((x, -20), (vx - 110 + 22 * i, vy - 60)), WHITE, 5, 0.8)
    for k in (0.06, 0.22, 0.42, 0.66):
        y = -20 + (vy - 40) * k * 1.3
        half = 110 + (c.w / 2 - 70) * (1 - k * 1.3)
        c.stroke(poly((vx - half, y), (vx + half, y)), WHITE, 5, 0.8)
    for side in (-1, 1):
        edge = 0 if side < 0 else c.w
        near, far = edge - side * -40, vx + side * 110
        c.fill(poly((near, -20), (far, vy - 60), (far, vy + 66), (near, c.h * 0.93)), H(light(tint, 0.55), dark(tint, 0.1))
               if side < 0 else H(dark(tint, 0.1), light(tint, 0.55)))
        colors = (CORAL, TEAL, AMBER, PLUM, MINT)
        for level, (low, high) in enumerate(((0.5, 0.9), (0.12, 0.42))):
            for i in range(4):
                a, b = i / 4 + 0.03, (i + 1) / 4 - 0.03
                xs = [near + (far - near) * t for t in (a, b)]

                def y_at(t, share):
                    top, bottom = -20 + (vy - 40) * t, c.h * 0.93 + (vy + 66 - c.h * 0.93) * t
                    return top + (bottom - top) * share

                front = [(xs[0], y_at(a, low)), (xs[1], y_at(b, low)), (xs[1], y_at(b, high)), (xs[0], y_at(a, high))]
                c.fill([front], V(glow, mix(glow, AMBER, 0.35)))
                sign = [(xs[0], y_at(a, low)), (xs[1], y_at(b, low)), (xs[1], y_at(b, low + 0.07)), (xs[0], y_at(a, low + 0.07))]
                c.fill([sign], colors[(i * 2 + level + (side > 0)) % 5])
            share = 0.46 if level == 0 else 0.08
            c.stroke(poly((near, y_at(0, share)), (far, y_at(1, share))), WHITE, 9, 0.9)
    c.fill(poly((-60, c.h + 20), (c.w + 60, c.h + 20), (c.w + 40, c.h * 0.93), (vx + 110, vy + 66), (vx - 110, vy + 66), (-40, c.h * 0.93)),
           V(light(tint, 0.6), mix(tint, "#b79ac0", 0.45)))
    for i in range(-5, 6):
        c.stroke(poly((vx + i * 20, vy + 66), (vx + i * 200, c.h + 20)), WHITE, 3, 0.45)
    c.soft(ellipse(vx, vy, 150, 90), WHITE, 40, 0.9)


def curtain(c, color="#a3213f", floor="#7a4526", open_by=0.2):
    c.back(R("#ffcf8a", "#4a1638"))
    y = c.h * 0.8
    c.fill(rect(-4, y, c.w + 8, c.h), V(light(floor, 0.2), dark(floor, 0.3)))
    for i in range(12):
        c.stroke(poly((c.w / 2 + (i - 5.5) * 90, y), (c.w / 2 + (i - 5.5) * 190, c.h)), dark(floor, 0.5), 3, 0.5)
    width = c.w * open_by
    for side in (0, 1):
        for i in range(5):
            x = i * width / 5 if side == 0 else c.w - (i + 1) * width / 5
            sway = (width / 5 + 2)
            c.fill(path(f"M{x} -4 H{x + sway} Q{x + sway * 1.25} {c.h * .5} {x + sway} {y + 16} H{x} Q{x + sway * .3} {c.h * .5} {x} -4 Z"),
                   H(light(color, 0.16), dark(color, 0.42)))
    n = 10
    for i in range(n):
        x, w = i * c.w / n, c.w / n
        c.fill(path(f"M{x} -4 H{x + w} V60 Q{x + w / 2} 128 {x} 60 Z"), V(dark(color, 0.2), light(color, 0.08)))
        c.stroke(path(f"M{x} 60 Q{x + w / 2} 128 {x + w} 60"), AMBER, 7)


def beam(c, x, to, spread=150, color="#fff3c9", alpha=0.28, y=-20, end=None):
    end = c.h * 0.9 if end is None else end
    c.soft(poly((x - 14, y), (x + 14, y), (to + spread, end), (to - spread, end)), color, 10, alpha)


def garland(c, y, sag=70, colors=(CORAL, AMBER, MINT, CREAM), swings=3):
    for i in range(swings):
        a, w = i * c.w / swings, c.w / swings
        c.stroke(path(f"M{a} {y} Q{a + w / 2} {y + sag * 2} {a + w} {y}"), INK, 3, 0.6)
        for k in range(1, 9):
            t = k / 9
            x, v = a + w * t, y + 4 * sag * t * (1 - t)
            c.soft(ellipse(x, v + 14, 20), colors[k % len(colors)], 10, 0.5)
            c.fill(ellipse(x, v + 14, 9, 12), R(WHITE, colors[k % len(colors)]))


def pennants(c, y, sag=60, colors=(CORAL, AMBER, TEAL, CREAM, PLUM)):
    c.stroke(path(f"M-10 {y} Q{c.w / 2} {y + sag * 2} {c.w + 10} {y}"), INK, 3, 0.5)
    n = 18
    for i in range(n):
        t = (i + 0.5) / n
        x, v = c.w * t, y + 4 * sag * t * (1 - t)
        with c.at(x, v, turn=math.degrees(math.atan((4 * sag * (1 - 2 * t)) / c.w))):
            color = colors[i % len(colors)]
            c.fill(poly((-22, 0), (22, 0), (0, 50)), V(light(color, 0.15), dark(color, 0.1)))


def confetti(c, seed, count=70, low=1.0, colors=(CORAL, AMBER, MINT, SKY, PLUM, CREAM)):
    r = random.Random(seed)
    for _ in range(count):
        with c.at(r.uniform(0, c.w), r.uniform(0, c.h * low), r.uniform(0.6, 1.4), r.uniform(0, 180)):
            if r.random() < 0.6:
                c.fill(rect(-8, -4, 16, 8, 2), r.choice(colors))
            else:
                c.fill(ellipse(0, 0, 5), r.choice(colors))


def snow(c, seed, count=90, low=1.0):
    r = random.Random(seed)
    for _ in range(count):
        c.fill(ellipse(r.uniform(0, c.w), r.uniform(0, c.h * low), r.uniform(1.5, 6)), WHITE, r.uniform(0.4, 0.95))


def sparkle(c, seed, count=14, color=WHITE, low=0.7):
    r = random.Random(seed)
    for _ in range(count):
        n = r.uniform(6, 18)
        c.fill(star(r.uniform(30, c.w - 30), r.uniform(20, c.h * low), n, n * 0.22, 4), color, r.uniform(0.5, 0.95))


def fronds(c, corner="left", color="#2f7a5c", size=1.0):
    """Leaves that reach into the picture, close to the eye."""
    x = -20 if corner == "left" else c.w + 20
    with c.at(x, c.h + 30, size, flip=corner != "left"):
        for i, turn in enumerate((4, 28, 52, 78)):
            with c.at(turn=turn):
                tone = mix(color, "#123a33", (0.1, 0.35, 0, 0.25)[i])
                c.fill(path("M0 0 C-54 -110 -40 -230 0 -320 C40 -230 54 -110 0 0 Z"), H(light(tone, 0.14), dark(tone, 0.15)))
                c.stroke(poly((0, 0), (0, -270)), light(tone, 0.35), 3, 0.5)


def window(c, x, y, w, h, sky=("#9fd2ee", "#eaf7ff"), frame=WHITE, seed="window"):
    c.soft(rect(x, y, w, h), WHITE, 26, 0.5)
    with c.clip(rect(x, y, w, h, 10)):
        c.fill(rect(x, y, w, h), V(*sky))
        cloud(c, x + w * 0.3, y + h * 0.25, 0.7)
        cloud(c, x + w * 0.75, y + h * 0.4, 0.5)
        skyline(c, y + h, mix(sky[0], "#6a7fb0", 0.45), seed, None, h * 0.15, h * 0.5)
    c.stroke(rect(x, y, w, h, 10), frame, 12)
    c.stroke(poly((x + w / 2, y), (x + w / 2, y + h)), frame, 8)
    c.stroke(poly((x, y + h * 0.5), (x + w, y + h * 0.5)), frame, 6)


def shelf(c, x, y, w, color="#a8693a"):
    c.soft(rect(x, y + 10, w, 18), INK, 8, 0.3)
    c.fill(rect(x, y, w, 14, 4), V(light(color, 0.25), dark(color, 0.15)))


def bench(c, x, y, w=240, color="#a8693a"):
    with c.at(x, y):
        c.soft(ellipse(w / 2, 0, w / 2 + 20, 12), INK, 8, 0.3)
        for dx in (20, w - 32):
            c.fill(rect(dx, -50, 12, 50), INK)
        for dy in (-112, -88, -58):
            c.fill(rect(0, dy, w, 15, 6), V(light(color, 0.2), color))


def tree(c, x, y, size=1.0, leaf="#4f9a72"):
    with c.at(x, y, size):
        c.soft(ellipse(0, 0, 60, 10), INK, 8, 0.3)
        c.fill(path("M-11 0 L-7 -110 H7 L11 0 Z"), H("#9a6a42", "#5c3a22"))
        for dx, dy, r in ((-44, -128, 46), (44, -132, 44), (0, -180, 58), (0, -126, 48)):
            c.fill(ellipse(dx, dy, r), R(light(leaf, 0.2), dark(leaf, 0.12)))


def rink(c, y):
    c.fill(rect(-4, y, c.w + 8, c.h), V("#f4fbff", "#9fcbe4"))
    r = random.Random("rink")
    for _ in range(26):
        x, v, n = r.uniform(-60, c.w), r.uniform(y + 16, c.h), r.uniform(60, 260)
        c.stroke(path(f"M{x} {v} q{n / 2} {r.uniform(-22, 22)} {n} {r.uniform(-6, 6)}"), WHITE, r.uniform(1.5, 3.5), 0.8)
    c.fill(rect(-4, y - 46, c.w + 8, 50), V(WHITE, "#cfe2ee"))
    c.fill(rect(-4, y - 12, c.w + 8, 10), CORAL)
