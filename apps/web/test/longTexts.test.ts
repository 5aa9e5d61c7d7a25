import { expect, test } from "vitest";
import { openBookingSite } from "./bookingSite.ts";

const LONG = "Feuchtigkeitsbehandlungsvorbereitungsberatungsgespräch";

const site = await openBookingSite();

/**
 * A function that runs in the page. Returns, for each row, the overlap in pixels between the text of the element `first` and the element
 * `second`.
 */
const OVERLAPS = `(rows, first, second) => [...document.querySelectorAll(rows)].flatMap((row) => {
  const [text, next] = [row.querySelector(first), row.querySelector(second)];
  if (text === null || next === null) return [];
  const range = document.createRange();
  range.selectNodeContents(text);
  return Math.max(0, Math.round(range.getBoundingClientRect().right - next.getBoundingClientRect().left));
})`;

/** An expression that runs in the page. Returns the number of text lines of each duration in the cart. */
const LINES = `[...document.querySelectorAll(".cart li > .soft")].map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})`;

test("long words neither cover prices and durations nor widen the page", async () => {
  const service = await site.addService({ name: LONG, description: LONG, duration_minutes: 90 });
  for (const [language, width] of [
    ["de", 320],
    ["fr", 390],
    ["es", 768],
  ] as const) {
    const page = await site.open(`/b/${site.slug}?lang=${language}`, { viewport: { width, height: 844 } });
    const widen = () =>
      page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    const overlaps = (rows: string, first: string, second: string) =>
      page.evaluate<number[]>(`(${OVERLAPS})(${JSON.stringify(rows)}, "${first}", "${second}")`);
    const menu = await overlaps(".service", ".name", ".price");
    expect(menu.length).toBeGreaterThan(3);
    expect([language, menu.filter((pixels) => pixels > 0), await widen()]).toEqual([language, [], 0]);

    const items = `service=${site.salon.cut}&service=${service}`;
    await page.goto(`/b/${site.slug}/times?lang=${language}&${items}`);
    await page.locator(".cart li").first().waitFor();
    const cart = await overlaps(".cart li", "span", ".soft");
    expect([language, cart, await widen()]).toEqual([language, [0, 0], 0]);
    expect([language, await page.evaluate(LINES)]).toEqual([language, [1, 1]]);
    await site.release(page);
  }
});
