import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { codeIn } from "../../../server/test/fixtures/bookingApp.ts";
import { type EmailServer, startEmailServer } from "../../../server/test/fixtures/emailServer.ts";
import { openTestMailer } from "../../../server/test/fixtures/openTestMailer.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { expectAccessible } from "./accessible.ts";
import { type BookingSite, openBookingSite } from "./bookingSite.ts";

let site: BookingSite;
/** The SMTP server that receives the e-mails with codes, so that the measured waiting times include sending these e-mails. */
let mailbox: EmailServer;
beforeAll(async () => {
  mailbox = await startEmailServer();
  site = await openBookingSite({ server: { mailer: openTestMailer(mailbox) } });
});

/** Books as a client on a phone and counts the client's actions. */
class Client {
  readonly page: Page;
  taps = 0;
  fields = 0;
  characters = 0;
  /** The sum of the times from each tap until the page has responded, in milliseconds. */
  waitedMs = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator, next?: string): Promise<void> {
    this.taps++;
    await this.waitFor(async () => {
      await target.click();
      if (next !== undefined) await this.heading(next);
    });
  }

  async type(label: string, text: string): Promise<void> {
    this.fields++;
    this.characters += text.length;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Types the code in the latest e-mail. The page submits the code automatically. */
  async typeCode(next: string, sent: number): Promise<void> {
    this.characters += 6;
    await this.waitFor(async () => {
      await expect
        .poll(() => mailbox.receivedEmails.length, { interval: 10, timeout: 60_000 })
        .toBeGreaterThan(sent);
      await this.page.getByLabel("Code", { exact: true }).fill(codeIn(mailbox.receivedEmails));
      await this.heading(next);
    });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  }

  async waitFor(work: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await work();
    this.waitedMs += performance.now() - startedAt;
  }

  /** Opens the menu and chooses a cut and a start time. */
  async choose(start: string, next: string): Promise<void> {
    await this.waitFor(async () => void (await this.page.goto(`/b/${site.slug}?lang=en`)));
    await this.tap(this.page.getByRole("checkbox", { name: /^Cut/ }));
    await this.tap(this.button("Continue"), "Choose a time");
    await this.tap(this.button(start), next);
  }

  async book(): Promise<void> {
    await this.tap(this.button("Book appointment"), "Your appointment is booked");
  }

  report(kind: string): void {
    // The times of the keystroke-level model: 1.1 s to tap, 1.35 s to decide and 0.33 s per character.
    const seconds = this.waitedMs / 1_000 + this.taps * (1.1 + 1.35) + this.characters * 0.33;
    if (isFullRun)
      console.info(
        `${kind}: ${this.taps} taps, ${this.fields} fields, ${this.characters} characters, ${(this.waitedMs / 1_000).toFixed(1)} s of waiting, about ${Math.round(seconds)} s`,
      );
  }
}

async function clientOn(page: Page): Promise<Client> {
  return new Client(page);
}

/** Requests a code for the address and enters the code. `next` is the title of the page after the code. */
async function verify(client: Client, email: string, next: string): Promise<void> {
  await client.type("E-mail", email);
  const sent = mailbox.receivedEmails.length;
  await client.tap(client.button("Send code"), "Enter your code");
  await client.typeCode(next, sent);
}

test("a new client books with 6 taps and 3 fields, a returning one with 5 taps and the code, and one whom the device remembers with 4 taps", async () => {
  const page = await site.open("/");
  const fresh = await clientOn(page);
  await fresh.choose("9:00", "Your e-mail address");
  await verify(fresh, "ada@example.com", "Your details");
  await fresh.type("First name", "Ada");
  await fresh.type("Last name", "Lovelace");
  await fresh.tap(fresh.button("Continue"), "Review and book");
  await fresh.book();
  fresh.report("A new client");
  expect([fresh.taps, fresh.fields]).toEqual([6, 3]);

  const returning = await clientOn(page);
  await returning.choose("10:00", "Your e-mail address");
  await page.getByRole("checkbox", { name: "Remember me on this device", exact: true }).check();
  await verify(returning, "ada@example.com", "Review and book");
  await returning.book();
  returning.report("A returning client");
  expect([returning.taps, returning.fields]).toEqual([5, 1]);

  const remembered = await clientOn(page);
  await remembered.choose("11:00", "Review and book");
  await page.getByText(/^Ada\b/).waitFor();
  await remembered.book();
  remembered.report("A client whom the device remembers");
  expect([remembered.taps, remembered.fields]).toEqual([4, 0]);
  await site.release(page);
});

test("a remembered visitor continues with one button, can use another address, and is forgotten on demand or with the client", async () => {
  const clientId = await site.addClient({ first_name: "Grace", email: "grace@example.com" });
  const page = await site.open("/");
  const client = await clientOn(page);
  await client.choose("14:00", "Your e-mail address");
  await page.getByRole("checkbox", { name: "Remember me on this device", exact: true }).check();
  await expectAccessible(page);
  await verify(client, "grace@example.com", "Review and book");
  const stored = () => page.evaluate("JSON.stringify([Object.entries(localStorage), document.cookie])");
  expect(await stored()).toContain("grace@example.com");
  await page.getByRole("link", { name: "Not you?", exact: true }).click();
  await client.heading("Your e-mail address");
  const known = page.getByRole("button", { name: "Continue as grace@example.com", exact: true });
  await known.waitFor();
  await expectAccessible(page);
  await known.click();
  await client.heading("Review and book");

  // A different address on the same device belongs to a different client.
  await page.getByRole("link", { name: "Not you?", exact: true }).click();
  await client.heading("Your e-mail address");
  await verify(client, "other@example.com", "Your details");
  await page.getByLabel("First name", { exact: true }).waitFor();

  // The token of a deleted client is invalid. The page asks the visitor for an e-mail address and deletes the token from the device.
  expect((await site.call("DELETE", `/clients/${clientId}`)).status).toBeLessThan(300);
  await client.choose("15:00", "Your e-mail address");
  await expect.poll(stored, { timeout: 60_000 }).not.toContain("grace@example.com");

  await page.getByRole("checkbox", { name: "Remember me on this device", exact: true }).check();
  await verify(client, "third@example.com", "Your details");
  await client.choose("16:00", "Your details");
  await page.goto(`/b/${site.slug}/contact?lang=en`);
  await page.getByRole("button", { name: "Continue as third@example.com", exact: true }).waitFor();
  await page.getByRole("button", { name: "Forget me on this device", exact: true }).click();
  await page
    .getByRole("button", { name: "Continue as third@example.com", exact: true })
    .waitFor({ state: "detached" });
  expect(await stored()).not.toContain("third@example.com");
  await site.release(page);
});

test("without JavaScript nothing is remembered and nothing is offered", async () => {
  const page = await site.open(`/b/${site.slug}/contact?lang=en`, { javaScriptEnabled: false });
  await page.getByRole("heading", { level: 1, name: "Your e-mail address", exact: true }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Remember me on this device", exact: true }).count()).toBe(
    0,
  );
  expect(await page.getByRole("button", { name: /^Continue as/ }).count()).toBe(0);
  await site.release(page);
});
