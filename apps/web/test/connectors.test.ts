import { expect, test } from "vitest";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });

test("an owner creates the key of a platform with one click, and the card shows that it is used", async () => {
  const page = await salon.open("settings/connectors");
  const card = page.getByRole("region", { name: "Zapier", exact: true });
  const guide = await card.getByRole("link", { name: "Guide for Zapier", exact: true }).getAttribute("href");
  expect((await fetch(new URL(guide ?? "", salon.address))).status).toBe(200);
  await card.getByRole("button", { name: "Create key for Zapier", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Connect Zapier now" });
  const field = shown.getByRole("textbox", { name: "API key", exact: true });
  await field.waitFor();
  const key = await field.inputValue();
  const address = await shown.getByRole("textbox", { name: "Address", exact: true }).inputValue();
  expect(new URL(address).pathname).toBe("/");
  await shown.getByRole("button", { name: "Done", exact: true }).click();
  await shown.waitFor({ state: "detached" });
  await card.getByText("never used", { exact: true }).waitFor();

  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const url = `${salon.address}/api/v1/businesses/${salon.salon.businessId}/webhooks`;
  const hook = { url: "https://hooks.example.com/1", events: ["sale.completed"], source: "zapier" };
  const subscribed = await fetch(url, { method: "POST", headers, body: JSON.stringify(hook) });
  expect(subscribed.status).toBe(201);
  await page.reload();
  await card.getByText("Subscriptions: 1", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Create another key", exact: true }).waitFor();
});

test("the key for assistants comes with the address of the MCP endpoint, which accepts it", async () => {
  const page = await salon.open("settings/connectors");
  const card = page.getByRole("region", { name: "Assistants (MCP)", exact: true });
  await card.getByRole("button", { name: "Create key for Assistants (MCP)", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Connect Assistants (MCP) now" });
  const field = shown.getByRole("textbox", { name: "API key", exact: true });
  await field.waitFor();
  const key = await field.inputValue();
  const address = await shown.getByRole("textbox", { name: "Address", exact: true }).inputValue();
  const listed = await fetch(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(await listed.text()).toContain("find_availability");
});
