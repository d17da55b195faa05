"""Draws rounded cubes with printed faces as a camera sees them, one die at a time, with light and shadow."""

from __future__ import annotations

import cv2
import numpy as np
from msgspec import Struct

from vision.reading import Floats

FACES = 6
"""Texture rows of a die, by the side of the cube: +x, -x, +y, -y, +z, -z."""

_STEPS = 14


class Camera(Struct, frozen=True):
    """A pinhole over the table; lengths in die edges, z upwards from the table."""

    width: int
    height: int
    focal: float
    eye: Floats
    turn: Floats
    """Rows: right, down and forward in table coordinates."""

    def project(self, points: Floats) -> Floats:
        """Where table points appear in the picture."""
        local = (points - self.eye) @ self.turn.T
        centre = np.array([self.width / 2, self.height / 2], np.float32)
        return (local[:, :2] / np.maximum(local[:, 2:3], 1e-3) * self.focal + centre).astype(np.float32)

    def on_table(self, pixels: Floats) -> Floats:
        """The points of the table (z = 0) that lie under pixels."""
        rays = self.rays(pixels[:, 0], pixels[:, 1])
        reach = -self.eye[2] / np.minimum(rays[:, 2], -1e-3)
        return (self.eye + rays * reach[:, None]).astype(np.float32)

    def rays(self, xs: Floats, ys: Floats) -> Floats:
        """Unit directions through pixels."""
        local = np.stack(
            [(xs - self.width / 2) / self.focal, (ys - self.height / 2) / self.focal, np.ones_like(xs)], 1
        )
        rays = local @ self.turn
        return (rays / np.linalg.norm(rays, axis=1, keepdims=True)).astype(np.float32)


def aimed(width: int, height: int, focal: float, distance: float, tilt: float, spin: float) -> Camera:
    """A camera that looks at the table's origin, tilted from straight down, turned about its own axis."""
    forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    cos, sin = np.cos(spin), np.sin(spin)
    turn = np.stack([cos * right + sin * down, -sin * right + cos * down, forward])
    return Camera(width, height, focal, (-forward * distance).astype(np.float32), turn.astype(np.float32))


class Light(Struct, frozen=True):
    """One lamp far away and what comes from all around."""

    towards: Floats
    strength: float = 0.7
    around: float = 0.45


class Die(Struct, frozen=True):
    """A cube in the scene. `turn` maps its own axes to the table's; `faces` are six BGRA prints, 0 to 1."""

    centre: Floats
    turn: Floats
    faces: Floats
    body: Floats
    edge: float = 1.0
    rounding: float = 0.12
    ball: float = 9.0
    """Radius of the sphere that cuts its corners off, in half edges; large for none."""
    gloss: float = 0.4
    sharpness: float = 30.0
    engraved: float = 0.0
    mottle: Floats | None = None
    """A square of brightness factors, for marbled and speckled bodies."""

    def corners(self) -> Floats:
        """Its eight corners in table coordinates, drawn in a little where they are rounded."""
        half = self.edge / 2 * (1 - 0.35 * self.rounding - 0.25 * max(0.0, 1.5 - self.ball))
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        return (self.centre + signs * half @ self.turn.T).astype(np.float32)

    def side(self, index: int, inset: float = 1.0) -> Floats:
        """The four corners of one side in table coordinates."""
        axis, sign = index // 2, 1.0 if index % 2 == 0 else -1.0
        others = [(axis + 1) % 3, (axis + 2) % 3]
        points = np.zeros((4, 3), np.float32)
        points[:, axis] = sign
        for row, (a, b) in enumerate([(-1, -1), (1, -1), (1, 1), (-1, 1)]):
            points[row, others] = np.array([a, b]) * inset
        return (self.centre + points * (self.edge / 2) @ self.turn.T).astype(np.float32)

    def top(self) -> int:
        """The side that looks up most."""
        ups = np.array([self.turn[2, index // 2] * (1 if index % 2 == 0 else -1) for index in range(FACES)])
        return int(np.argmax(ups))


def footprint(camera: Camera, die: Die, light: Light) -> tuple[Floats, Floats]:
    """The outline of its shadow on the table and of the table that it hides from the light all around."""
    corners = die.corners()
    reach = corners[:, 2:3] / max(float(light.towards[2]), 0.2)
    cast = corners - light.towards * reach
    low = corners.copy()
    low[:, 2] = 0
    return _hull(camera.project(cast)), _hull(camera.project(low))


def silhouette(camera: Camera, die: Die) -> Floats:
    """The outline of a die in the picture."""
    return _hull(camera.project(die.corners()))


def _hull(points: Floats) -> Floats:
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float32)


def draw_die(
    picture: Floats, camera: Camera, die: Die, light: Light, ground: Floats, fine: int = 1
) -> Floats:
    """Draw a die into a picture (0 to 1); returns the share of each pixel that it covers.

    `ground` is the mean colour of what lies around, which its sides reflect a little.
    """
    outline = silhouette(camera, die)
    left, top = np.maximum(np.floor(outline.min(0)).astype(int) - 3, 0)
    right = min(int(np.ceil(outline[:, 0].max())) + 4, camera.width)
    bottom = min(int(np.ceil(outline[:, 1].max())) + 4, camera.height)
    cover = np.zeros(picture.shape[:2], np.float32)
    if right - left < 2 or bottom - top < 2:
        return cover
    columns, rows = (right - left) * fine, (bottom - top) * fine
    xs, ys = np.meshgrid(np.arange(columns), np.arange(rows))
    rays = camera.rays(
        ((xs.ravel() + 0.5) / fine + left).astype(np.float32),
        ((ys.ravel() + 0.5) / fine + top).astype(np.float32),
    )
    points, hit, edge = _trace(camera, die, rays)
    shade = np.zeros((rays.shape[0], 3), np.float32)
    if hit.any():
        shade[hit] = _shade(points[hit], rays[hit], die, light, ground)
    pixel = float(np.linalg.norm(camera.eye - die.centre)) / camera.focal / fine * 2 / die.edge
    alpha: Floats = np.where(hit, 1.0, np.clip(1 - edge / (pixel + 1e-6), 0, 1)).astype(np.float32)
    shade = shade.reshape(rows, columns, 3)
    alpha = alpha.reshape(rows, columns)
    solid = hit.reshape(rows, columns).astype(np.float32)
    # The half-covered pixels of the rim take the colour of their neighbours inside.
    spread = cv2.blur(shade * solid[..., None], (3, 3)) / np.maximum(cv2.blur(solid, (3, 3)), 1e-3)[..., None]
    shade = np.where(solid[..., None] > 0, shade, spread)
    if fine > 1:
        size = (right - left, bottom - top)
        shade = cv2.resize(shade * alpha[..., None], size, interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
        shade = shade / np.maximum(alpha, 1e-3)[..., None]
    part = picture[top:bottom, left:right]
    part += (shade - part) * alpha[..., None]
    cover[top:bottom, left:right] = alpha
    return cover


def _trace(camera: Camera, die: Die, rays: Floats) -> tuple[Floats, np.ndarray, Floats]:
    """Walk along rays to a rounded cube: where they end, whether on it, and how near they passed."""
    scale = 2 / die.edge
    start = ((camera.eye - die.centre) @ die.turn * scale).astype(np.float32)
    ways = rays @ die.turn.astype(np.float32)
    middle = -(ways @ start)
    gap = float(start @ start) - middle**2
    reach = np.sqrt(np.maximum(3.0 - gap, 0))
    near = gap < 3.0
    along = np.where(near, middle - reach, middle).astype(np.float32)
    half = np.float32(1 - die.rounding)
    nearest = np.full(rays.shape[0], 9.0, np.float32)
    index = np.flatnonzero(near)
    travelled, ways_near = along[index], ways[index]
    for _ in range(_STEPS):
        points = start + ways_near * travelled[:, None]
        gaps = _distance(points, half, die.rounding, die.ball)
        nearest[index] = np.minimum(nearest[index], gaps)
        travelled = travelled + gaps
    along[index] = travelled
    hit = nearest < 0.012
    return start + ways * along[:, None], hit, np.maximum(nearest, 0)


def _distance(points: Floats, half: np.float32, rounding: float, ball: float) -> Floats:
    out = np.maximum(np.abs(points) - half, 0)
    cube = np.sqrt(np.einsum("ij,ij->i", out, out)) - np.float32(rounding)
    if ball > 1.8:
        return cube.astype(np.float32)
    sphere = np.sqrt(np.einsum("ij,ij->i", points, points)) - np.float32(ball)
    return np.maximum(cube, sphere).astype(np.float32)


def _normals(points: Floats, die: Die) -> Floats:
    out = np.maximum(np.abs(points) - (1 - die.rounding), 0) * np.sign(points)
    normals = out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
    if die.ball <= 1.8:
        length = np.linalg.norm(points, axis=1)
        cut = length > die.ball - 0.02
        normals[cut] = points[cut] / length[cut, None]
    return normals.astype(np.float32)


def _shade(points: Floats, rays: Floats, die: Die, light: Light, ground: Floats) -> Floats:
    normals = _normals(points, die)
    axis = np.argmax(np.abs(points), axis=1)
    rows = np.arange(points.shape[0])
    sign = np.sign(points[rows, axis])
    side = axis * 2 + (sign < 0)
    u, v = points[rows, (axis + 1) % 3], points[rows, (axis + 2) % 3]
    size = die.faces.shape[1]
    atlas = die.faces.reshape(FACES * size, size, 4)
    map_x = np.clip((u + 1) / 2 * (size - 1), 0, size - 1).astype(np.float32)
    row = np.clip((v + 1) / 2 * (size - 1), 0, size - 1)
    map_y = (row + side * size).astype(np.float32)
    ink = _sample(atlas, map_x, map_y)
    body = np.broadcast_to(die.body, (points.shape[0], 3)).astype(np.float32)
    if die.mottle is not None:
        length = die.mottle.shape[0]
        where_x = np.mod((u + 1.3 * axis + 3) * length / 3, length - 1).astype(np.float32)
        where_y = np.mod((v + 0.7 * sign + 3) * length / 3, length - 1).astype(np.float32)
        body = body * _sample(die.mottle, where_x, where_y).reshape(-1, 1)
    alpha = ink[:, 3:4]
    albedo = body * (1 - alpha) + ink[:, :3] * alpha
    if die.engraved:
        step = 1.5
        slope_u = _sample(atlas, map_x + step, map_y)[:, 3] - _sample(atlas, map_x - step, map_y)[:, 3]
        slope_v = _sample(atlas, map_x, map_y + step)[:, 3] - _sample(atlas, map_x, map_y - step)[:, 3]
        bend = np.zeros_like(normals)
        bend[rows, (axis + 1) % 3] = slope_u * die.engraved
        bend[rows, (axis + 2) % 3] = slope_v * die.engraved
        normals = normals + bend
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals @ die.turn.T
    towards = light.towards.astype(np.float32)
    lambert = np.maximum(normals @ towards, 0)
    sky = 0.5 + 0.5 * normals[:, 2]
    bounce = (1 - sky)[:, None] * ground * 0.35
    shade = (
        albedo * (light.strength * lambert + light.around * (0.35 + 0.65 * sky))[:, None] + albedo * bounce
    )
    half = towards - rays
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = np.maximum(np.einsum("ij,ij->i", normals, half), 0) ** die.sharpness
    return (shade + (shine * die.gloss * light.strength)[:, None]).astype(np.float32)


def _sample(texture: Floats, xs: Floats, ys: Floats) -> Floats:
    # remap takes at most 32767 rows, and a large die has more points than that.
    width = 4096
    length = -(-xs.size // width) * width
    pad = length - xs.size
    shape = (length // width, width)
    found = cv2.remap(
        texture,
        np.pad(xs, (0, pad)).reshape(shape).astype(np.float32),
        np.pad(ys, (0, pad)).reshape(shape).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    flat = found.reshape(length, -1)[: xs.size]
    return np.asarray(flat, np.float32)
