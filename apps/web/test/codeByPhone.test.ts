import axe from "axe-core";
import { expect, test } from "vitest";
import { startTwilioDouble } from "../../../server/test/fixtures/twilioDouble.ts";
import { openBookingSite } from "./bookingSite.ts";

const twilio = await startTwilioDouble();
const site = await openBookingSite({ server: { textSender: twilio.sender } });

test("a visitor books with a code by phone, with the number typed as in the salon's country", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en`);
  await page.getByRole("checkbox", { name: /^Cut/ }).check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await page.getByRole("button", { name: "9:00", exact: true }).click();
  await page.getByRole("heading", { name: "Your e-mail address", exact: true }).waitFor();
  await page.getByRole("link", { name: "Use a mobile number instead", exact: true }).click();
  await page.getByRole("heading", { name: "Your mobile number", exact: true }).waitFor();
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as axe.AxeResults;
  expect(violations.map(({ id }) => id)).toEqual([]);

  await page.getByLabel("Mobile number", { exact: true }).fill("0151");
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByText("Enter a phone number, with the country code for numbers abroad.").waitFor();
  await page.getByLabel("Mobile number", { exact: true }).fill("0151 12345678");
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await page.getByText("Six digits, sent to 0151 12345678. Valid for 10 minutes.").waitFor();
  await expect.poll(() => twilio.received.length, { timeout: 60_000 }).toBe(1);
  expect(twilio.received[0]?.to).toBe("+4915112345678");
  await page.getByLabel("Code", { exact: true }).fill(twilio.received[0]?.text.slice(0, 6) ?? "");
  await page.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  await page.getByLabel("First name", { exact: true }).fill("Zoë");
  await page.getByLabel("Last name", { exact: true }).fill("Grünwald");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Review and book", exact: true }).waitFor();
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
  await page.getByText("We are sending you a confirmation. See you soon!").waitFor();
  const { items } = (await site.call("GET", "/clients?q=Gr%C3%BCnwald")).body.data;
  expect(items).toMatchObject([{ first_name: "Zoë", email: null, phone_e164: "+4915112345678" }]);
});
