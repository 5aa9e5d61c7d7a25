import { expect, test } from "vitest";
import { COLOURS, type Colour, TOKENS_CSS } from "./index.ts";

/** The browsers' default backgrounds with `color-scheme: light dark`. */
const BACKGROUNDS = { light: "#ffffff", dark: "#121212" } as const;
/** The minimum contrast of text in normal size (WCAG 2.2, 1.4.3, level AA). */
const READABLE = 4.5;

test.each(["light", "dark"] as const)("text in the %s scheme has a contrast of 4.5 to 1", (scheme) => {
  const { bad, go } = COLOURS[scheme];
  expect(contrast(bad, BACKGROUNDS[scheme])).toBeGreaterThanOrEqual(READABLE);
  expect(contrast("#ffffff", go)).toBeGreaterThanOrEqual(READABLE);
});

test("every token is declared for both schemes", () => {
  const [light = "", dark = ""] = TOKENS_CSS.split("@media (prefers-color-scheme: dark)");
  for (const [name, colour] of Object.entries(COLOURS.light))
    expect(light).toContain(`--${name}: ${colour};`);
  for (const [name, colour] of Object.entries(COLOURS.dark)) expect(dark).toContain(`--${name}: ${colour};`);
  expect(light).toContain("--control: 3rem;");
});

/** Returns the contrast of two opaque colours, from 1 to 21, as WCAG defines it. */
function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
