"""A small vector canvas over Pillow: shapes, gradients, soft shadows, transformations."""

import math
import re
from contextlib import contextmanager

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

SCALE = 2  # Everything is drawn larger by this and shrunk at the end, which smooths the edges.
DIAGONAL = Image.frombytes("L", (256, 256), bytes((x + y) // 2 for y in range(256) for x in range(256)))
VERTICAL = Image.linear_gradient("L")
HORIZONTAL = VERTICAL.transpose(Image.Transpose.TRANSPOSE)
RADIAL = Image.radial_gradient("L")


def rgb(color):
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def mix(a, b, share):
    """The colour that lies `share` of the way from `a` to `b`."""
    return "#%02x%02x%02x" % tuple(round(x + (y - x) * share) for x, y in zip(rgb(a), rgb(b)))


def dark(color, share=0.2):
    return mix(color, "#1b1030", share)


def light(color, share=0.25):
    return mix(color, "#ffffff", share)


def V(top, bottom):
    return (VERTICAL, top, bottom)


def H(left, right):
    return (HORIZONTAL, left, right)


def D(start, end):
    return (DIAGONAL, start, end)


def R(inner, outer):
    return (RADIAL, inner, outer)


# Shapes: lists of polygons


def poly(*points):
    return [list(points)]


def ellipse(x, y, rx, ry=None, start=0, end=360):
    ry = rx if ry is None else ry
    steps = 72
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [[(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]]


def rect(x, y, w, h, r=0):
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return poly((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    corners = [(x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180)]
    points = []
    for cx, cy, start in corners:
        for i in range(13):
            a = math.radians(start + 90 * i / 12)
            points.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return [points + points[:1]]


def star(x, y, outer, inner, count=5, turn=-90):
    points = []
    for i in range(count * 2):
        a = math.radians(turn + 180 * i / count)
        r = inner if i % 2 else outer
        points.append((x + r * math.cos(a), y + r * math.sin(a)))
    return [points]


def path(text):
    """The polygons of an SVG path of the commands M L H V C Q Z, absolute or relative."""
    tokens = re.findall(r"[MLHVCQZmlhvcqz]|-?\d*\.?\d+", text)
    polygons, points, x, y, at, command = [], [], 0.0, 0.0, 0, "M"

    def take(count):
        nonlocal at
        numbers = [float(t) for t in tokens[at : at + count]]
        at += count
        return numbers

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        kind, relative = command.upper(), command.islower()
        ox, oy = (x, y) if relative else (0.0, 0.0)
        if kind == "Z":
            points.append(points[0])
            x, y = points[0]
        elif kind == "M":
            a, b = take(2)
            x, y = a + ox, b + oy
            points = [(x, y)]
            polygons.append(points)
            command = "l" if relative else "L"
        elif kind in "LHV":
            if kind == "L":
                a, b = take(2)
                x, y = a + ox, b + oy
            elif kind == "H":
                x = take(1)[0] + ox
            else:
                y = take(1)[0] + oy
            points.append((x, y))
        else:
            n = take(6 if kind == "C" else 4)
            c = [(x, y)] + [(n[i] + ox, n[i + 1] + oy) for i in range(0, len(n), 2)]
            if kind == "Q":
                c = [c[0], between(c[0], c[1]), between(c[2], c[1]), c[2]]
            points.extend(bezier(c))
            x, y = points[-1]
    return polygons


def between(a, b):
    return (a[0] + (b[0] - a[0]) * 2 / 3, a[1] + (b[1] - a[1]) * 2 / 3)


def bezier(c, steps=24):
    for i in range(1, steps + 1):
        t = i / steps
        u = 1 - t
        k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        yield tuple(sum(k[j] * c[j][axis] for j in range(4)) for axis in (0, 1))


class Canvas:
    def __init__(self, width, height, units=None):
        """`units` is how many user units the width holds."""
        self.size = (width, height)
        self.full = (width * SCALE, height * SCALE)
        self.image = Image.new("RGB", self.full, "#ffffff")
        k = width * SCALE / (units or width)
        self.w, self.h = (units or width), (units or width) * height / width
        self.matrix = (k, 0, 0, k, 0, 0)
        self.mask = None

    # Where things are drawn

    @contextmanager
    def at(self, x=0, y=0, scale=1, turn=0, flip=False):
        before = self.matrix
        a, b, c, d, e, f = before
        e, f = a * x + c * y + e, b * x + d * y + f
        s, t = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        sx = -scale if flip else scale
        self.matrix = (
            (a * t + c * s) * sx, (b * t + d * s) * sx, (c * t - a * s) * scale, (d * t - b * s) * scale, e, f)
        yield self
        self.matrix = before

    @contextmanager
    def clip(self, shape):
        before = self.mask
        mask = Image.new("L", self.full, 0)
        self.polygons(mask, shape, (0, 0))
        self.mask = ImageChops.multiply(mask, before) if before else mask
        yield self
        self.mask = before

    def points(self, polygon):
        a, b, c, d, e, f = self.matrix
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in polygon]

    @property
    def unit(self):
        a, b, _, _, _, _ = self.matrix
        return math.hypot(a, b)

    def polygons(self, mask, shape, origin):
        draw = ImageDraw.Draw(mask)
        for polygon in shape:
            moved = [(x - origin[0], y - origin[1]) for x, y in self.points(polygon)]
            if len(moved) > 2:
                draw.polygon(moved, fill=255)

    def box(self, shape, margin=0):
        all_points = [p for polygon in shape for p in self.points(polygon)]
        xs, ys = [p[0] for p in all_points], [p[1] for p in all_points]
        raw = (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
        whole = tuple(int(math.floor(v)) for v in raw[:2]) + tuple(int(math.ceil(v)) + 1 for v in raw[2:])
        seen = (max(whole[0], 0), max(whole[1], 0), min(whole[2], self.full[0]), min(whole[3], self.full[1]))
        return whole, (seen if seen[0] < seen[2] and seen[1] < seen[3] else None)

    # Drawing

    def paint(self, mask, whole, seen, paint, alpha):
        if isinstance(paint, str):
            source = Image.new("RGB", mask.size, paint)
        else:
            ramp, start, end = paint
            ramp = ramp.resize((whole[2] - whole[0], whole[3] - whole[1]), Image.Resampling.BILINEAR)
            ramp = ramp.crop((seen[0] - whole[0], seen[1] - whole[1], seen[2] - whole[0], seen[3] - whole[1]))
            source = Image.composite(Image.new("RGB", mask.size, end), Image.new("RGB", mask.size, start), ramp)
        if self.mask:
            mask = ImageChops.multiply(mask, self.mask.crop(seen))
        if alpha < 1:
            mask = mask.point(lambda v: round(v * alpha))
        self.image.paste(source, seen[:2], mask)

    def fill(self, shape, paint, alpha=1):
        whole, seen = self.box(shape)
        if seen:
            mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]), 0)
            self.polygons(mask, shape, seen[:2])
            self.paint(mask, whole, seen, paint, alpha)
        return self

    def stroke(self, shape, paint, width, alpha=1):
        thick = max(1, round(width * self.unit))
        whole, seen = self.box(shape, thick)
        if not seen:
            return self
        mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]), 0)
        draw = ImageDraw.Draw(mask)
        for polygon in shape:
            line = [(x - seen[0], y - seen[1]) for x, y in self.points(polygon)]
            draw.line(line, fill=255, width=thick)
            r = thick / 2
            for x, y in line if r > 2 else []:
                draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
        self.paint(mask, whole, seen, paint, alpha)
        return self

    def soft(self, shape, paint, blur, alpha=1, dx=0, dy=0):
        """The shape with blurred edges: a shadow, a glow, a light far away."""
        radius = max(2, blur * self.unit)
        with self.at(dx, dy):
            whole, seen = self.box(shape, radius * 2.5)
            if not seen:
                return self
            size = (seen[2] - seen[0], seen[3] - seen[1])
            mask = Image.new("L", size, 0)
            self.polygons(mask, shape, seen[:2])
        k = max(1, int(radius // 3))
        small = mask.resize((max(1, size[0] // k), max(1, size[1] // k)), Image.Resampling.BOX)
        small = small.filter(ImageFilter.GaussianBlur(radius / k))
        self.paint(small.resize(size, Image.Resampling.BICUBIC), whole, seen, paint, alpha)
        return self

    def letters(self, text, x, y, size, paint, bold=0.0, alpha=1):
        """A monogram in the face that comes with Pillow, with its middle at (x, y)."""
        a, b, c, d, e, f = self.matrix
        x, y = a * x + c * y + e, b * x + d * y + f
        font = ImageFont.load_default(size * self.unit)
        mask = Image.new("L", self.full, 0)
        draw, weight = ImageDraw.Draw(mask), round(size * self.unit * bold)
        left, top, right, bottom = draw.textbbox((0, 0), text, font, stroke_width=weight)
        draw.text((x - (left + right) / 2, y - (top + bottom) / 2), text, 255, font, stroke_width=weight)
        self.paint(mask, (0, 0, *self.full), (0, 0, *self.full), paint, alpha)
        return self

    def back(self, paint):
        return self.fill(rect(-2, -2, self.w + 4, self.h + 4), paint)

    def done(self):
        return self.image.resize(self.size, Image.Resampling.LANCZOS)
