/** CSS colour names with their red, green and blue values. RFC 7986 allows only CSS colour names in COLOR. */
const NAMED: Readonly<Record<string, readonly [number, number, number]>> = {
  crimson: [220, 20, 60],
  tomato: [255, 99, 71],
  coral: [255, 127, 80],
  orange: [255, 165, 0],
  gold: [255, 215, 0],
  khaki: [240, 230, 140],
  olive: [128, 128, 0],
  yellowgreen: [154, 205, 50],
  forestgreen: [34, 139, 34],
  seagreen: [46, 139, 87],
  teal: [0, 128, 128],
  turquoise: [64, 224, 208],
  skyblue: [135, 206, 235],
  steelblue: [70, 130, 180],
  royalblue: [65, 105, 225],
  navy: [0, 0, 128],
  slateblue: [106, 90, 205],
  purple: [128, 0, 128],
  orchid: [218, 112, 214],
  hotpink: [255, 105, 180],
  palevioletred: [219, 112, 147],
  brown: [165, 42, 42],
  peru: [205, 133, 63],
  tan: [210, 180, 140],
  slategray: [112, 128, 144],
  silver: [192, 192, 192],
};

const DEFAULT_NAME = "slateblue";

/** Returns the CSS colour name nearest to a colour such as `#2D8A4E`; a default name for null. */
export function colorName(color: string | null): string {
  const parts = color === null ? null : /^#(..)(..)(..)$/.exec(color);
  if (parts === null) return DEFAULT_NAME;
  const rgb = parts.slice(1).map((part) => Number.parseInt(part, 16));
  const distance = (name: string) =>
    (NAMED[name] ?? []).reduce((sum, value, index) => sum + (value - (rgb[index] ?? 0)) ** 2, 0);
  return Object.keys(NAMED).reduce((nearest, name) => (distance(name) < distance(nearest) ? name : nearest));
}
