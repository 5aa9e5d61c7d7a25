import { type Language, translator } from "@daybook/i18n";
import { bookingTexts } from "@daybook/i18n/booking";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Email } from "../../../server/src/platform/email/index.ts";
import { codeIn } from "../../../server/test/fixtures/bookingApp.ts";

/** The parameters of a walk: a new client visits the client pages in one language. */
export interface Walk {
  readonly page: Page;
  readonly language: Language;
  readonly slug: string;
  readonly emails: readonly Email[];
  readonly email: string;
  /** The indexes of the chosen services in the menu. */
  readonly services: readonly number[];
  /** Called on each page and in each of its states. */
  readonly at: (state: string) => Promise<void>;
  /** The input method of the client, by default a pointer. */
  readonly hand?: Hand;
}

/** Presses buttons, links and check boxes, and types into fields. */
export interface Hand {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
}

export const POINTER: Hand = {
  press: (target) => target.click(),
  type: (target, text) => target.fill(text),
};

/** Uses only the keyboard. Moves the focus with Tab, and checks that the focused element is visible. */
export function keyboardOn(page: Page): Hand {
  const focus = async (target: Locator) => {
    await target.waitFor();
    for (let tries = 0; tries < MAX_TABS; tries++) {
      if (await target.evaluate((element) => element.ownerDocument.activeElement === element)) break;
      await page.keyboard.press("Tab");
    }
    expect(await target.evaluate(focusState), String(target)).toEqual({
      focused: true,
      marked: true,
      covered: false,
    });
  };
  return {
    press: async (target) => {
      await focus(target);
      await page.keyboard.press((await target.getAttribute("type")) === "checkbox" ? "Space" : "Enter");
    },
    type: async (target, text) => {
      await focus(target);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
    },
  };
}

const MAX_TABS = 120;

/**
 * Runs in the page. Returns whether an element has the focus, shows a focus indicator, and is not covered by a sticky bar
 * (WCAG 2.4.7 and 2.4.11).
 */
const focusState = (element: Element) => {
  const shown = element.closest("label") ?? element;
  const box = shown.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    focused: document.activeElement === element,
    marked: [element, shown].some((each) => getComputedStyle(each).outlineStyle !== "none"),
    covered: top === null || !(shown.contains(top) || top.contains(shown)),
  };
};

const textsOf = async (language: Language) => translator(await bookingTexts.load(language), language);

type Texts = Awaited<ReturnType<typeof textsOf>>;

const title = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Walks from the menu to the booked appointment, then reschedules and cancels it. */
export async function walkBooking(walk: Walk): Promise<void> {
  const { page, at, hand = POINTER } = walk;
  const t = await textsOf(walk.language);
  await chooseServices(walk, t);
  await at("times");
  await hand.press(page.locator("button.start").first());
  await verify(walk, t);
  await title(page, t("review"));
  await at("review");
  await hand.press(page.locator("main form button.primary.wide"));
  await page.locator("main .done").waitFor();
  await at("booked");
  await hand.press(link(page, t("manage")));
  await title(page, t("yourAppointment"));
  await at("manage");
  await page.goto(page.url().replace(/(\/m\/[^/?]+)/, "$1/confirm"));
  await title(page, t("confirmTitle"));
  await at("manage-confirm");
  await hand.press(link(page, t("reschedule")));
  await title(page, t("reschedule"));
  await at("manage-times");
  await hand.press(page.locator("button.start").first());
  await page.getByText(t("notice_moved"), { exact: true }).waitFor();
  await at("manage-moved");
  await hand.press(link(page, t("cancel")));
  await title(page, t("cancelTitle"));
  await at("manage-cancel");
  await hand.press(page.locator("main form button.danger"));
  await page.getByText(t("notice_cancelled"), { exact: true }).waitFor();
  await at("manage-cancelled");
}

/** Walks from the menu to a waitlist entry. Ends on the entry's page. */
export async function walkWaitlist(walk: Walk): Promise<void> {
  const { page, at, hand = POINTER } = walk;
  const t = await textsOf(walk.language);
  await chooseServices({ ...walk, at: async () => {} }, t);
  await hand.press(link(page, t("joinWaitlist")));
  await verify({ ...walk, at: async () => {} }, t);
  await title(page, t("waitlistTitle"));
  await at("join");
  await hand.press(button(page, t("joinWaitlist")));
  await title(page, t("yourPlace"));
  await at("waiting");
}

async function chooseServices(
  { page, slug, language, services, at, hand = POINTER }: Walk,
  t: Texts,
): Promise<void> {
  await page.goto(`/b/${slug}?lang=${language}`);
  await page.locator("main h1").waitFor();
  await at("menu");
  for (const index of services) await hand.press(page.locator("[name=service]").nth(index));
  await at("menu-chosen");
  await hand.press(button(page, t("continue")));
  await title(page, t("chooseTime"));
  await page.locator("button.start").first().waitFor();
}

/** Enters an e-mail address and its code, each first with an invalid value, and then the details. */
async function verify({ page, at, email, emails, hand = POINTER }: Walk, t: Texts): Promise<void> {
  await title(page, t("yourEmail"));
  await at("contact");
  const address = page.getByLabel(t("email"), { exact: true });
  await hand.type(address, "zoe@example");
  await hand.press(button(page, t("sendCode")));
  await page.getByText(t("emailInvalid"), { exact: true }).waitFor();
  await at("contact-problem");
  await hand.type(address, email);
  const sent = emails.length;
  await hand.press(button(page, t("sendCode")));
  await title(page, t("enterCode"));
  await expect.poll(() => emails.length).toBeGreaterThan(sent);
  await at("code");
  const right = codeIn(emails);
  await hand.type(page.getByLabel(t("code"), { exact: true }), right === "000000" ? "000001" : "000000");
  await page.getByText(t("codeInvalid"), { exact: true }).waitFor();
  await at("code-problem");
  await hand.type(page.getByLabel(t("code"), { exact: true }), right);
  await title(page, t("yourDetails"));
  await at("details");
  await hand.type(page.getByLabel(t("firstName"), { exact: true }), "Zoë");
  await hand.type(page.getByLabel(t("lastName"), { exact: true }), "Grünwald");
  await hand.type(page.locator("#field-phone"), "12");
  for (const choice of await page.locator("main select[required]").all())
    await choice.selectOption({ index: 1 });
  await hand.press(button(page, t("continue")));
  await page.getByText(t("phoneInvalid"), { exact: true }).waitFor();
  await at("details-problem");
  await hand.type(page.locator("#field-phone"), "0151 23456789");
  await hand.press(button(page, t("continue")));
}
