import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages is set to Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true });
});

/**
 * Types a text and presses Enter in the same task of the event loop, so that Enter is pressed before the select has highlighted its first
 * match.
 */
const typeAndEnter = (field: Locator, text: string) =>
  field.evaluate((input, typed) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(input, typed);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const enter = { key: "Enter", code: "Enter", bubbles: true, cancelable: true };
    input.dispatchEvent(new KeyboardEvent("keydown", enter));
  }, text);

async function openForm(): Promise<{ page: Page; service: Locator; staff: Locator }> {
  const page = await salon.open("calendar?date=2027-03-01&view=day&new=now");
  const panel = page.locator("aside");
  const service = panel.locator('input[aria-label="Service 1"]');
  const staff = panel.locator('input[aria-label="Staff member for service 1"]');
  await service.waitFor();
  return { page, service, staff };
}

test("Enter right after the last letter chooses the first match", async () => {
  const { page, service } = await openForm();
  await service.focus();
  await page.getByRole("option", { name: /^Cut/ }).first().waitFor();
  await typeAndEnter(service, "cu");
  await expect.poll(() => service.inputValue()).toMatch(/^Cut · /);
  await salon.release(page);
});

test("Enter chooses the first match, regardless of the option that was chosen before", async () => {
  const { page, staff } = await openForm();
  for (const name of ["Ben", "Anna", "Ben", "Anna"]) {
    await staff.focus();
    await page.getByRole("option", { name, exact: true }).waitFor();
    await typeAndEnter(staff, name.slice(0, 2));
    await expect.poll(() => staff.inputValue()).toBe(name);
    await staff.blur();
  }
  await salon.release(page);
});

test("Enter in a field with a chosen option submits the form", async () => {
  const { page, service } = await openForm();
  await service.focus();
  await page.getByRole("option", { name: /^Cut/ }).first().waitFor();
  await typeAndEnter(service, "cu");
  await expect.poll(() => service.inputValue()).toMatch(/^Cut · /);
  await service.press("Enter");
  await page.getByText("Choose or add a client.", { exact: true }).waitFor();
  await salon.release(page);
});
