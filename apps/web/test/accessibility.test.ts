import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { fill } from "./states/business.ts";
import { STATES } from "./states/index.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ keepsPages: true });
await fill(salon);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SOURCES = join(import.meta.dirname, "..", "src");

const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/**
 * The rules that check colours. A full run repeats only these rules in the dark scheme, which differs from the light scheme only in
 * its colours.
 */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Returns the violations of the rules that `runOnly` selects by name or WCAG tag, each with the first violating element. */
async function violationsOn(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Injects axe with `evaluate`, because the content security policy blocks external scripts.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const axe = (
      globalThis as unknown as {
        axe: {
          configure: (options: object) => void;
          run: (options: object) => Promise<{ violations: Found[] }>;
        };
      }
    ).axe;
    type Found = { id: string; nodes: { html: string; failureSummary: string }[] };
    // This rule requires the accessible name of a button to contain the button's visible words in sequence. In the name of a calendar card,
    // the end time is between these words, so the test does not apply the rule to cards.
    const otherThanCards = { id: "label-content-name-mismatch", selector: "*:not([data-entry])" };
    axe.configure({ rules: [otherThanCards] });
    const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) =>
        `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
    );
  }, runOnly);
}

/** Waits until all CSS transitions have ended, because axe would otherwise read intermediate colours. */
async function transitionsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/**
 * The checked states. A full run checks each state in both schemes. `npm test` checks each state in one scheme, alternately
 * light and dark.
 */
const CHECKED = STATES.map((state, index) => ({
  name: state.name,
  state,
  scheme: index % 2 === 0 || isFullRun ? ("light" as const) : ("dark" as const),
}));

test.for(CHECKED)("axe reports no violation: $name, $scheme", async ({ state, scheme }) => {
  const page = await state.open(salon, { scheme });
  expect(await violationsOn(page, ALL_RULES)).toEqual([]);
  if (isFullRun) {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await transitionsEnded(page);
    expect(await violationsOn(page, COLOUR_RULES)).toEqual([]);
  }
});

test("every screen and every dialog has a state", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).map((name) =>
    readFileSync(join(SOURCES, name), "utf8"),
  );
  const named = (pattern: RegExp) =>
    files.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  const screens = named(/^ {4}path: "([^"]+)",$/gm);
  const router = readFileSync(join(SOURCES, "app", "router.tsx"), "utf8");
  const outside = [...router.matchAll(/import\("\.\.\/features\/.*\/(\w+)\.tsx"\)/g)].map(
    ([, page = ""]) => page,
  );
  expect(outside).toContain("SignInPage");
  screens.push(...outside);
  const dialogs = [
    ...named(/<(?:Confirm)?Dialog\s[^>]*?name="([^"]+)"/g),
    ...named(/data-dialog="([^"]+)"/g),
  ];
  expect(screens).toContain("calendar");
  expect(dialogs).toContain("palette");
  expect(screens.filter((path) => !STATES.some((state) => state.screens?.includes(path)))).toEqual([]);
  expect(dialogs.filter((name) => !STATES.some((state) => state.dialogs?.includes(name)))).toEqual([]);
});

test("dialogs are made with Dialog, so that the registry knows them", () => {
  const others = globSync("features/**/*.tsx", { cwd: SOURCES }).filter((name) =>
    /import \{[^}]*\b(Modal|Drawer|modals)\b[^}]*\} from "@mantine/.test(
      readFileSync(join(SOURCES, name), "utf8"),
    ),
  );
  expect(others).toEqual([]);
});
