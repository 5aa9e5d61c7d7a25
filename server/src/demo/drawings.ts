import sharp from "sharp";
import { seededRandom } from "./random.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** Renders a drawing as PNG. The drawings show no real person. */
function render(width: number, height: number, colourAt: (x: number, y: number) => Colour): Promise<Buffer> {
  const pixels = Uint8Array.from(
    Array.from({ length: width * height }, (_, at) => colourAt(at % width, Math.floor(at / width))).flat(),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Draws a curve that depends on the name. */
export function drawSignature(name: string): Promise<Buffer> {
  const [width, height] = [180, 56];
  const random = seededRandom(`signature ${name}`);
  const [wide, narrow] = [random.whole(24, 40), random.whole(7, 13)];
  return render(width, height, (x, y) => {
    const line = height / 2 + 12 * Math.sin(x / wide) * Math.cos(x / narrow) - (x - width / 2) / 14;
    return x > 8 && x < width - 8 && Math.abs(y - line) < 1.5 ? [24, 28, 66] : [255, 255, 255];
  });
}

const HAIR: Readonly<Record<"before" | "after", readonly Colour[]>> = {
  before: [rgb("5c4e46"), rgb("78685a"), rgb("423834")],
  after: [rgb("a86030"), rgb("cea870"), rgb("782228"), rgb("34244a")],
};

/** Draws wavy strands of one colour, before or after an appointment. */
export function drawHair(index: number, stage: "before" | "after"): Promise<Buffer> {
  const random = seededRandom(`hair ${index} ${stage}`);
  const colour = random.oneOf(HAIR[stage]);
  const strands = Array.from({ length: 240 }, () => random.whole(-22, 22));
  return render(180, 240, (x, y) => {
    const strand = strands[Math.floor(x + 9 * Math.sin(y / 34) + 20)] ?? 0;
    return lit(colour, strand + 26 * Math.sin(y / 50 + strand / 9));
  });
}

/** The looks of the staff members in their order: skin, hair, whether it is long, clothes and background. */
const LOOKS = [
  ["f4d0b5", "3a2a24", true, "26323e", "cde4e0"],
  ["f4d0b5", "d6aa68", false, "0f766e", "f6decb"],
  ["deac8a", "5c3622", true, "7a3e5c", "d3e0f3"],
  ["f4d0b5", "42322a", false, "26323e", "ddd6f0"],
  ["f4d0b5", "8c3a2a", true, "0f766e", "f6decb"],
  ["b07856", "241e20", true, "7a3e5c", "cde4e0"],
  ["f4d0b5", "96969a", false, "26323e", "d3e0f3"],
  ["deac8a", "1e1a1e", true, "0f766e", "ddd6f0"],
] as const;
const SIDE = 384;

/** Draws a face without features for the staff member at this index. */
export function drawPortrait(index: number): Promise<Buffer> {
  const [skin, hair, isLong, clothes, background] = LOOKS[index % LOOKS.length] ?? LOOKS[0];
  const crown = ellipse(0, -0.2, 0.47, 0.5);
  const fringe = ellipse(index % 2 ? 0.2 : -0.2, -0.52, 0.52, 0.32);
  const layers: readonly (readonly [Colour, (x: number, y: number) => number])[] = [
    [rgb(hair), isLong ? ellipse(0, 0.14, 0.5, 0.66) : () => 0],
    [rgb(clothes), ellipse(0, 1.12, 0.82, 0.62)],
    [lit(rgb(skin), -30), ellipse(0, 0.42, 0.17, 0.3)],
    [rgb(hair), crown],
    [rgb(skin), ellipse(0, -0.02, 0.36, 0.46)],
    // The fringe covers the forehead to one side.
    [rgb(hair), (x, y) => Math.min(crown(x, y), fringe(x, y))],
  ];
  return render(SIDE, SIDE, (column, row) => {
    const [x, y] = [(2 * column) / SIDE - 1, (2 * row) / SIDE - 1];
    return layers.reduce((below, [colour, covers]) => mixed(below, colour, covers(x, y)), rgb(background));
  });
}

/** Returns how much of a point an ellipse covers, from 0 to 1 across its edge. */
function ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number) {
  return (x: number, y: number) => {
    const distance = Math.hypot((x - centreX) / radiusX, (y - centreY) / radiusY);
    return Math.min(1, Math.max(0, (1 - distance) * 60 + 0.5));
  };
}

function rgb(hex: string): Colour {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function lit([red, green, blue]: Colour, light: number): Colour {
  const part = (value: number) => Math.min(255, Math.max(0, Math.round(value + light)));
  return [part(red), part(green), part(blue)];
}

function mixed(below: Colour, above: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(below[at] + (above[at] - below[at]) * share);
  return [part(0), part(1), part(2)];
}
