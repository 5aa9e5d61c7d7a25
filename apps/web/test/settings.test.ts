import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverNow } from "../../../server/test/fixtures/deliverNow.ts";
import { openReceiver } from "../../../server/test/fixtures/receiver.ts";
import { salesOf } from "./salesOf.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

let salon: TestSalon;
let send: ReturnType<typeof salesOf>["send"];
beforeAll(async () => {
  salon = await openTestSalon();
  ({ send } = salesOf(salon));
});
afterAll(() => salon.close());

test("habit 44: the secret of an API key is shown once, with scopes and last use in the list", async () => {
  const page = await salon.open("settings");
  await page.getByRole("link", { name: /^API keys/ }).click();
  await page.getByRole("button", { name: "New key", exact: true }).click();
  await page.getByLabel("Name").fill("Website");
  await page.getByLabel("Read services, prices and locations").check();
  await page.getByRole("button", { name: "Create the key", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Copy the key now" });
  const secret = await dialog.getByLabel("API key", { exact: true }).inputValue();
  expect(secret).toMatch(/^dbk_/);
  await dialog.getByRole("button", { name: "Copy", exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  const row = page.getByRole("listitem").filter({ hasText: "Website" });
  await row.getByText("services:read", { exact: true }).waitFor();
  await row.getByText("Never used", { exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  const used = await fetch(`${salon.address}/api/v1/businesses/${salon.salon.businessId}/services`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(used.status).toBe(200);
  await page.context().close();
});

test("habit 45: an API key is revoked after a confirmation that names it", async () => {
  const { key } = await send("POST", "/api-keys", { label: "Old till", scopes: ["services:read"] });
  const page = await salon.open("settings/api-keys");
  const row = page.getByRole("listitem").filter({ hasText: "Old till" });
  await row.getByRole("button", { name: "Revoke", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke “Old till”?" });
  await dialog.getByRole("button", { name: "Revoke the key", exact: true }).click();
  await row.waitFor({ state: "detached" });
  const refused = await fetch(`${salon.address}/api/v1/businesses/${salon.salon.businessId}/services`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(refused.status).toBe(401);
  await page.context().close();
});

test("habits 46 and 47: deliveries are filtered by status, opened, resent and tested", async () => {
  let status = 204;
  const receiver = await openReceiver(() => ({ status, body: status === 204 ? "" : "out of order" }));
  const page = await salon.open("settings/webhooks?new=1");
  await page.getByLabel("Address (URL)").fill(`${receiver.url}/hook`);
  await page.getByLabel("Client created").check();
  await page.getByRole("button", { name: "Create the endpoint", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Copy the secret now" });
  expect(await dialog.getByLabel("Secret", { exact: true }).inputValue()).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("link", { name: /\/hook/ }).click();
  await page.getByRole("heading", { name: "Deliveries", exact: true }).waitFor();
  await page.getByRole("button", { name: "Send test", exact: true }).click();
  await page.getByText("A test event is on its way.").waitFor();
  await deliverNow(salon);
  status = 500;
  await send("POST", "/clients", { first_name: "Zoë" });
  await deliverNow(salon);
  await page.reload();
  const failing = page.getByRole("button", { name: /^Client created.*Answer 500.*Next attempt.*Pending$/ });
  await failing.waitFor();
  await page.getByText("Delivered", { exact: true }).first().click();
  await failing.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Test.*Answer 204.*Delivered$/ }).waitFor();
  await page.getByRole("radiogroup").getByText("Pending", { exact: true }).click();
  await failing.click();
  await page.getByText("out of order", { exact: true }).waitFor();
  await page.locator("pre").filter({ hasText: '"type": "client.created"' }).waitFor();
  await page.getByRole("button", { name: "Resend", exact: true }).click();
  await page.getByText("The event is sent again.").waitFor();
  receiver.close();
  await page.context().close();
});
