import { LANGUAGES, type Language } from "@daybook/i18n";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { expectAccessible } from "./accessible.ts";
import { type BookingPageOptions, type BookingSite, openBookingSite } from "./bookingSite.ts";
import { keyboardOn, POINTER, walkBooking, walkWaitlist } from "./clientPages.ts";

async function openSite(): Promise<BookingSite> {
  const site = await openBookingSite();
  const owner = await signedInMember(site, "owner");
  expect((await owner("PUT", "/booking-page", { waitlist_mode: "manual" })).status).toBe(200);
  const policy = { cancellation_window_minutes: 60, late_cancel_fee: { kind: "percent", percent: 50 } };
  expect((await owner("PUT", "/policies", policy)).status).toBe(200);
  return site;
}

/** A page of 1280 × 800 pixels at 200 % zoom. */
const ZOOMED: BookingPageOptions = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/**
 * Walks through all client pages in a language. In each state, checks accessibility with axe and that the page does not scroll
 * horizontally. Returns the states.
 */
async function walk(
  site: BookingSite,
  language: Language,
  options: BookingPageOptions,
  isByKeyboard = false,
): Promise<string[]> {
  const page = await site.open("/", options);
  const states: string[] = [];
  const at = async (state: string) => {
    // axe measures only the uncovered part of a button. A sticky bar can cover part of a button at the edge of the window, so the bars are
    // static during the check.
    await positionBars(page, "static");
    await expectAccessible(page);
    await positionBars(page, "");
    // Under reduced motion, the page must not run any animation.
    expect([state, await page.evaluate("document.getAnimations().length")]).toEqual([state, 0]);
    states.push(state);
  };
  const hand = isByKeyboard ? keyboardOn(page) : POINTER;
  const { slug, emails } = site;
  const email = (kind: string) => `${kind}@example.com`;
  await walkBooking({ page, language, slug, emails, services: [0, 1], at, hand, email: email("books") });
  await walkWaitlist({ page, language, slug, emails, services: [0], at, hand, email: email("waits") });
  await site.release(page);
  return states;
}

async function positionBars(page: Page, position: "static" | ""): Promise<void> {
  await page.evaluate((position) => {
    for (const bar of document.querySelectorAll<HTMLElement>(".bar, .dock, .rail"))
      bar.style.position = position;
  }, position);
}

test("by keyboard alone, at 200 % zoom and in German, each page is accessible and shows the focus", {
  timeout: 180_000,
}, async () => {
  const site = await openSite();
  const states = await walk(site, "de", { ...ZOOMED, colorScheme: "dark" }, true);
  await site.close();
  expect(states).toHaveLength(19);
});

test.runIf(isFullRun)(
  "every state of the pages for clients is accessible in four languages, at 320 pixels and at 200 % zoom, light and dark",
  { timeout: 1_800_000 },
  async () => {
    const counts: Record<string, number> = {};
    for (const language of LANGUAGES)
      for (const colorScheme of ["light", "dark"] as const)
        for (const size of [{ viewport: { width: 320, height: 700 } }, ZOOMED]) {
          // Starts a server per walk, because the wrong codes of all walks would exceed the rate limit of one server.
          const site = await openSite();
          const states = await walk(site, language, { ...size, colorScheme });
          await site.close();
          counts[language] = (counts[language] ?? 0) + states.length;
        }
    console.info("States without a violation:", counts);
  },
);
