import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type BookingApp, bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { FIELDS } from "../../../server/test/fixtures/formFixture.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { expectAccessible } from "./accessible.ts";
import { openBookingSite } from "./bookingSite.ts";
import { openReview } from "./reviewPage.ts";

let salon: BookingApp;
const site = await openBookingSite();

/** Books the first start time of the salon. Ends on the page of the booked appointment. */
async function book(options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const page = await openReview(salon, site.open, options);
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
  return page;
}

test.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("a client fills in the due forms from the page of the booking, %s", async (_, javaScriptEnabled) => {
  salon = await bookingApp({ beside: site });
  const owner = await signedInMember(salon, "owner");
  const made = await owner("POST", "/form-templates", { name: "Health", fields: [FIELDS.allergies] });
  expect(made.status, made.text).toBe(201);
  const page = await book({ javaScriptEnabled });
  await page.getByText("Please fill in your forms before the appointment.").waitFor();
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole("link", { name: "Fill in forms", exact: true }).click();
  await page.getByLabel(FIELDS.allergies.label).fill("Nuts");
  // The page with the forms is in the language of the business, like the questions.
  await page.getByLabel(/^Ihr .*Name/).fill("Zoë Grünwald");
  await page.getByRole("button", { name: "Absenden", exact: true }).click();
  await page.getByText(/^Vielen Dank\. Alles ist ausgefüllt/).waitFor();
  await site.release(page);
});

test("within the window of the policy, the page of the booking states the fee and no time that has passed", async () => {
  salon = await bookingApp({ beside: site });
  const owner = await signedInMember(salon, "owner");
  const fee = { kind: "percent", percent: 50 };
  const policy = { cancellation_window_minutes: 7 * 24 * 60, late_cancel_fee: fee };
  expect((await owner("PUT", "/policies", policy)).status).toBe(200);
  const page = await book();
  await page.getByText(/^Cancelling now costs €22\.50\./).waitFor();
  expect(await page.textContent("main")).not.toContain("free of charge until");
  await site.release(page);
});
