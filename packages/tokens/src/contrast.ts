type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the contrast of two opaque colours `#rrggbb`, from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours. A `share` of 0 returns the first colour, 1 the second. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [rgbOf(one), rgbOf(other)];
  return hexOf(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as unknown as Rgb);
}

/**
 * Mixes a colour with black or white by the smallest share at which its contrast to each background is at least
 * `ratio`. This keeps text and buttons readable with any accent colour.
 */
export function readableOn(colour: string, backgrounds: readonly string[], ratio: number): string {
  const candidates = ["#000000", "#ffffff"].flatMap((pole) =>
    STEPS.map((share) => ({ share, colour: mixed(colour, pole, share) })),
  );
  const readable = candidates.filter((candidate) =>
    backgrounds.every((background) => contrastOf(candidate.colour, background) >= ratio),
  );
  readable.sort((one, other) => one.share - other.share);
  return readable[0]?.colour ?? "#000000";
}

const STEPS = Array.from({ length: 51 }, (_, index) => index / 50);

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
}

function hexOf(parts: Rgb): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}
