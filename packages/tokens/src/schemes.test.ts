import { expect, test } from "vitest";
import { contrastOf } from "./contrast.ts";
import { accentOf, CARD_COLOURS, cardOf, DEFAULT_ACCENT, PALETTES, type Scheme } from "./schemes.ts";

const SCHEMES: readonly Scheme[] = ["light", "dark"];
/** Accent colours to test: white, black, and colours with low contrast in one scheme. */
const CHOSEN = [DEFAULT_ACCENT, "#ffffff", "#000000", "#ffee00", "#ff0000", "#00ff00", "#0000ff", "#808080"];

test.each(SCHEMES)("text is readable on every background of the %s scheme", (scheme) => {
  const { canvas, surface, raised, sunken, ink, inkSoft, bad, warn, good, info } = PALETTES[scheme];
  for (const background of [canvas, surface, raised, sunken]) {
    expect(contrastOf(ink, background)).toBeGreaterThanOrEqual(7);
    for (const text of [inkSoft, bad, warn, good, info])
      expect(contrastOf(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrastOf(inkSoft, surface)).toBeGreaterThanOrEqual(7);
});

test.each(SCHEMES)("every accent is readable in the %s scheme", (scheme) => {
  const { canvas, surface, raised, ink } = PALETTES[scheme];
  for (const colour of CHOSEN) {
    const { fill, fillHover, onFill, text, tint } = accentOf(colour, scheme);
    for (const background of [canvas, surface, raised, tint])
      expect(contrastOf(text, background), `${colour} as text`).toBeGreaterThanOrEqual(4.5);
    for (const filled of [fill, fillHover])
      expect(contrastOf(onFill, filled), `${colour} filled`).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(ink, tint)).toBeGreaterThanOrEqual(7);
  }
});

test.each(SCHEMES)("the calendar's cards have AAA text in the %s scheme", (scheme) => {
  for (const colour of [...CARD_COLOURS, ...CHOSEN]) {
    const { background, bar, text } = cardOf(colour, scheme);
    expect(contrastOf(text, background)).toBeGreaterThanOrEqual(7);
    expect(contrastOf(bar, background)).toBeGreaterThanOrEqual(3);
  }
});
