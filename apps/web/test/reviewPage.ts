import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type BookingApp, codeIn } from "../../../server/test/fixtures/bookingApp.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";
import type { BookingPageOptions, BookingPages } from "./bookingSite.ts";

let visitors = 0;

/**
 * Opens the booking page, chooses a haircut and the first start time (the last one if `isLate`), verifies an e-mail address and enters a
 * name. Returns the review page.
 */
export async function openReview(
  salon: Pick<BookingApp, "database" | "emails" | "slug">,
  open: BookingPages["open"],
  { isLate = false, ...options }: BookingPageOptions & { readonly isLate?: boolean } = {},
): Promise<Page> {
  // Refills the rate limits' token buckets. All visitors of a test share one IP address, and advancing the test clock does
  // not refill the buckets, because they use the database's clock.
  await sql(salon.database)`update request_buckets set filled_at = filled_at - interval '1 minute'`;
  const page = await open(`/b/${salon.slug}`, options);
  await page.getByRole("checkbox", { name: /^Cut/ }).check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  const starts = page.getByRole("button", { name: /^\d+:\d\d$/ });
  await (isLate ? starts.last() : starts.first()).click();
  await page.getByLabel("E-mail", { exact: true }).fill(`payer-${++visitors}@example.com`);
  const sent = salon.emails.length;
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await expect.poll(() => salon.emails.length).toBeGreaterThan(sent);
  await page.getByLabel("Code", { exact: true }).fill(codeIn(salon.emails));
  if (options.javaScriptEnabled === false)
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  await page.getByLabel("First name", { exact: true }).fill("Zoë");
  await page.getByLabel("Last name", { exact: true }).fill("Grünwald");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Review and book", exact: true }).waitFor();
  return page;
}
