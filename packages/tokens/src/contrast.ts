type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the contrast of two opaque colours `#rrggbb`, from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  return ratioOf(luminanceOf(rgbOf(one)), luminanceOf(rgbOf(other)));
}

/** Mixes two colours. A `share` of 0 returns the first colour, and a `share` of 1 returns the second. */
export function mixed(one: string, other: string, share: number): string {
  return hexOf(mixedRgb(rgbOf(one), rgbOf(other), share));
}

/**
 * Mixes a colour with black or white. Uses the smallest share at which the contrast to each background is at least `ratio`, so that text
 * and buttons are readable with any accent colour.
 */
export function readableOn(colour: string, backgrounds: readonly string[], ratio: number): string {
  const own = rgbOf(colour);
  const luminances = backgrounds.map((background) => luminanceOf(rgbOf(background)));
  for (let step = 0; step <= STEPS; step++)
    for (const pole of POLES) {
      const candidate = hexOf(mixedRgb(own, pole, step / STEPS));
      // Measures the contrast of the rounded colour, because browsers show the rounded colour.
      const luminance = luminanceOf(rgbOf(candidate));
      if (luminances.every((other) => ratioOf(luminance, other) >= ratio)) return candidate;
    }
  return "#000000";
}

const STEPS = 50;
const POLES: readonly Rgb[] = [
  [0, 0, 0],
  [255, 255, 255],
];

function mixedRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminanceOf(colour: Rgb): number {
  const [red, green, blue] = colour;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
}

function hexOf(parts: Rgb): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}
