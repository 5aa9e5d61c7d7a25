import { expect, test } from "vitest";
import { stripeProvider } from "../../../server/src/features/checkout/payments/index.ts";
import { deliverNow } from "../../../server/test/fixtures/deliverNow.ts";
import { png } from "../../../server/test/fixtures/images.ts";
import { openReceiver } from "../../../server/test/fixtures/receiver.ts";
import { stripeDouble, WEBHOOK_SECRET } from "../../../server/test/fixtures/stripeDouble.ts";
import { startTwilioDouble } from "../../../server/test/fixtures/twilioDouble.ts";
import { salesOf } from "./salesOf.ts";
import { openTestSalon } from "./testSalon.ts";

const twilio = await startTwilioDouble();
const stripe = await stripeDouble();
const paymentProvider = stripeProvider({
  secretKey: "sk_test_1",
  webhookSecret: WEBHOOK_SECRET,
  api: { protocol: "http", host: "127.0.0.1", port: stripe.port },
});
const salon = await openTestSalon({
  keepsPages: true,
  server: { textSender: twilio.sender, paymentProvider },
});
const { send } = salesOf(salon);

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
  await row.getByText(`${secret.slice(0, 8)}…`, { exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  const used = await fetch(`${salon.address}/api/v1/businesses/${salon.salon.businessId}/services`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(used.status).toBe(200);
  await page.reload();
  await row.getByText(/^Last used /).waitFor();
});

test("a manager turns an e-mail off and replaces its text, with the e-mail itself as the preview", async () => {
  const page = await salon.open("settings/messages?kind=moved&language=de", { role: "manager" });
  const preview = page.frameLocator("iframe");
  await preview.getByText("wurde verschoben", { exact: false }).waitFor();
  await page.getByLabel("Text at the end", { exact: true }).fill("Bis bald, ");
  await page.getByRole("button", { name: "First name", exact: true }).click();
  await preview.getByText("Bis bald, Murat", { exact: true }).waitFor();
  await page.getByLabel("Text message (SMS)", { exact: true }).fill("Neue Zeit: ");
  await page.getByRole("button", { name: "Date and time", exact: true }).click();
  // The server appends the appointment's link to the text. The result still fits into one text message.
  await page.getByText(/^Neue Zeit: .+ http:\S+\/m\/example/).waitFor();
  await page.getByText("1 SMS", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send a test to me", exact: true }).click();
  const { email } = await salon.login("manager");
  await page.getByText(`Sent to ${email}`, { exact: true }).waitFor();
  await page.getByLabel("Send: Appointment cancelled", { exact: true }).press("Space");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { messages } = await send("GET", "/messages");
  expect(messages.moved.texts.de).toMatchObject({
    closing: "Bis bald, {first_name}",
    text_message: "Neue Zeit: {date}",
  });
  expect([messages.cancelled.enabled, messages.moved.enabled]).toEqual([false, true]);
  await page.getByText("Own text", { exact: true }).waitFor();
});

test("an owner shares, publishes and words the booking page, and the preview shows it after saving", async () => {
  const page = await salon.open("settings/booking-page?language=en");
  const business = await send("GET", "");
  await expect
    .poll(() => page.getByLabel("Booking link", { exact: true }).inputValue())
    .toBe(`${salon.address}/b/${business.slug}`);
  await page.getByRole("img", { name: "QR code of the booking link", exact: true }).waitFor();
  const published = page.getByRole("region", { name: "Online booking by location", exact: true });
  await published.getByRole("switch").press("Space");
  await expect
    .poll(async () => (await send("GET", "")).online_booking_url)
    .toBe(`${salon.address}/b/${business.slug}`);
  const logo = page.getByRole("region", { name: "Logo", exact: true });
  const file = { name: "logo.png", mimeType: "image/png", buffer: png({ width: 60, height: 20 }) };
  await logo.locator("input[type=file]").setInputFiles(file);
  const cropping = page.getByRole("dialog", { name: "Crop the picture", exact: true });
  await cropping.getByText("Square", { exact: true }).click();
  await cropping.getByRole("button", { name: "Use this part", exact: true }).click();
  await cropping.waitFor({ state: "hidden" });
  await logo.getByRole("button", { name: "Replace", exact: true }).waitFor();
  // The crop returns a square of 20 × 20 pixels from the picture of 60 × 20 pixels.
  await expect
    .poll(() =>
      logo
        .locator("img")
        .evaluate((image) => [
          (image as HTMLImageElement).naturalWidth,
          (image as HTMLImageElement).naturalHeight,
        ]),
    )
    .toEqual([20, 20]);
  await page.frameLocator("iframe").getByRole("img", { name: business.name, exact: true }).waitFor();
  await page.getByLabel("Accent colour", { exact: true }).fill("#ffee88");
  await page.getByLabel("Heading", { exact: true }).fill("Come in");
  await page.getByLabel("Websites that may embed the page").fill("www.example.com/shop");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("This colour is too light on white: choose a darker one.", { exact: true }).waitFor();
  await page.getByLabel("Accent colour", { exact: true }).fill("#be185d");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.frameLocator("iframe").getByText("Come in", { exact: true }).waitFor();
  // The app also uses the accent colour. If its contrast is too low, the app uses an adjusted colour.
  await expect
    .poll(() =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--db-accent-fill")),
    )
    .toBe("#be185d");
  expect(await send("GET", "/booking-page")).toMatchObject({
    accent_color: "#be185d",
    origins: ["https://www.example.com"],
    texts: { en: { heading: "Come in" } },
  });
  await page.getByLabel("Days ahead", { exact: true }).fill("45");
  await page.getByRole("button", { name: "Set for all services", exact: true }).click();
  await page.getByText(/^Set for \d+ services$/).waitFor();
  const { items } = await send("GET", "/services");
  expect(new Set(items.map((each: { max_advance_days: number }) => each.max_advance_days))).toEqual(
    new Set([45]),
  );
  await page.getByText("In the page", { exact: true }).click();
  await page.getByText('data-open="inline"', { exact: false }).waitFor();
});

test("a user sees their sessions, and signs out the others", async () => {
  const { email, password } = await salon.login("manager");
  const other = await fetch(`${salon.address}/api/auth/sign-in/email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: salon.address,
      "user-agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/18.5 Safari/604.1",
    },
    body: JSON.stringify({ email, password }),
  });
  expect(other.status).toBe(200);
  const cookie = other.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const page = await salon.open("calendar", { role: "manager" });
  await page.getByRole("button", { name: "Your account", exact: true }).click();
  await page.getByRole("menuitem", { name: "My sessions", exact: true }).click();
  await page.getByText("Safari, iPhone", { exact: true }).waitFor();
  await page.getByText("This browser", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Sign out all others", exact: true }).click();
  await page.getByText("Safari, iPhone", { exact: true }).waitFor({ state: "detached" });
  const me = (headers: Record<string, string>) => fetch(`${salon.address}/api/v1/me`, { headers });
  expect((await me({ cookie })).status).toBe(401);
  await page.reload();
  await page.getByText("This browser", { exact: true }).waitFor();
});

test("the audit log shows the changes of one client, from their file", async () => {
  const { id } = await send("POST", "/clients", { first_name: "Ada", last_name: "Audit" });
  await send("POST", "/clients", { first_name: "Somebody", last_name: "Else" });
  const page = await salon.open(`clients/${id}`);
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Audit log", exact: true }).click();
  await page.getByText("Only the changes of this record.", { exact: true }).waitFor();
  const rows = page.getByRole("button", { name: /^Client · created/ });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByRole("button", { name: "Show all changes", exact: true }).click();
  await rows.nth(1).waitFor();
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
  const failing = page.getByRole("button", {
    name: /^Client created.*Answer 500.*\d ms.*Next attempt.*Pending$/,
  });
  await failing.waitFor();
  await page.getByText("Delivered", { exact: true }).first().click();
  await failing.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Test.*Answer 204.*Delivered$/ }).waitFor();
  await page.getByRole("radiogroup").getByText("Failed", { exact: true }).click();
  await page.getByRole("button", { name: /^Test.*Delivered$/ }).waitFor({ state: "detached" });
  expect(await failing.count()).toBe(0);
  await page.getByRole("radiogroup").getByText("Pending", { exact: true }).click();
  await failing.click();
  await page.getByText("out of order", { exact: true }).waitFor();
  await page.locator("pre").filter({ hasText: '"type": "client.created"' }).waitFor();
  await page.getByRole("button", { name: "Resend", exact: true }).click();
  await page.getByText("The event is sent again.").waitFor();
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByText(/^This endpoint is disabled\./).waitFor();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("button", { name: "Disable", exact: true }).waitFor();
  receiver.close();
});

test("a manager builds a form, sees it as clients do while typing, changes the order and archives it", async () => {
  const page = await salon.open("settings/forms", { role: "manager" });
  await page.getByRole("button", { name: "New form", exact: true }).click();
  const preview = page.frameLocator("iframe");
  await page.getByLabel("Name", { exact: true }).fill("Colour check");
  await preview.getByRole("heading", { name: "Colour check", exact: true }).waitFor();
  const question = (number: number) => page.getByRole("group", { name: `Question ${number}`, exact: true });
  await question(1).getByLabel("Question", { exact: true }).fill("Any allergies?");
  await page.getByRole("button", { name: "Add a question", exact: true }).click();
  await page.getByRole("menuitem", { name: "One of several", exact: true }).click();
  await question(2).getByLabel("Question", { exact: true }).fill("Last colour?");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Enter at least one option.", { exact: true }).waitFor();
  await question(2).getByLabel("Options, one on each line", { exact: true }).fill("Never\nThis year");
  await preview.getByLabel("This year", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Move question 2 up", exact: true }).click();
  await expect
    .poll(() => question(1).getByLabel("Question", { exact: true }).inputValue())
    .toBe("Last colour?");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /^Colour check/ }).click();
  const { items } = await send("GET", "/form-templates");
  expect(items.at(-1)).toMatchObject({
    name: "Colour check",
    fields: [
      { type: "choice", label: "Last colour?", options: ["Never", "This year"] },
      { type: "text", label: "Any allergies?", options: [] },
    ],
    frequency: "once",
  });
  await page.getByRole("heading", { name: "Colour check", level: 1, exact: true }).waitFor();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Archive Colour check?", exact: true });
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("heading", { name: "Forms", level: 1, exact: true }).waitFor();
  await expect
    .poll(async () => (await send("GET", "/form-templates")).items.map(({ name }: { name: string }) => name))
    .not.toContain("Colour check");
});

test("an owner connects an account for online payments, sees what Stripe still needs, and disconnects it", async () => {
  const page = await salon.open("settings/payments");
  await page.getByText("Not connected", { exact: true }).waitFor();
  await page.route("https://connect.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Onboarding</h1>" }),
  );
  await page.getByRole("button", { name: "Connect with Stripe", exact: true }).click();
  await page.getByRole("heading", { name: "Onboarding", exact: true }).waitFor();
  await page.goto(`/app/${salon.salon.businessId}/settings/payments`);
  await page.getByText("Not complete", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Continue at Stripe", exact: true }).waitFor();
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Disconnect the Stripe account?", exact: true });
  await dialog.getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByText("Not connected", { exact: true }).waitFor();
  expect((await send("GET", "/payments/account")).status).toBe("not_connected");
});
