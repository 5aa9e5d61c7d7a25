import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Expects that the page, or the given part of it, has no violations of WCAG 2.2 AA, and that the page does not scroll horizontally. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  // Without `resultTypes`, axe also computes a selector for every element that violates no rule.
  const options = {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
  };
  const { violations } = (await page.evaluate(
    `axe.run(${part === undefined ? "document" : JSON.stringify(part)}, ${JSON.stringify(options)})`,
  )) as axe.AxeResults;
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  expect(found, page.url().slice(0, 80)).toEqual([]);
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBe(0);
}
