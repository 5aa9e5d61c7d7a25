import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { openBookingSite } from "./bookingSite.ts";
import { walkBooking, walkWaitlist } from "./clientPages.ts";

const PAYLOAD = `</script><script>hit=1</script><img src=x onerror=hit=1>"'`;
/** Matches the payload as unescaped markup, but not its escaped form. */
const MARKUP = /<img src=x|<script>hit/;

const site = await openBookingSite();
const owner = await signedInMember(site, "owner");

/** Stores the payload in every text of the business that the client pages show. Returns the number of texts. */
async function storePayloads(): Promise<number> {
  const { cut, anna, locationId } = site.salon;
  const text = (name: string) => `${name} ${PAYLOAD}`;
  const category = await owner("POST", "/service-categories", {
    name: text("Hair"),
    description: text("For all"),
  });
  expect(category.status, category.text).toBe(201);
  const address = { line1: text("Road"), line2: text("Yard"), city: text("Town"), country: "DE" };
  const page = { heading: text("Book"), introduction: text("Hello"), confirmation: text("Thanks") };
  const question = { label: text("Question"), type: "choice", options: [text("One"), "Two"], required: true };
  const changes: [method: "PATCH" | "PUT" | "POST", path: string, body: object][] = [
    ["PATCH", "", { name: text("Salon") }],
    ["PATCH", `/locations/${locationId}`, { name: text("Place"), address }],
    [
      "PATCH",
      `/services/${cut}`,
      { name: text("Cut"), description: text("Short"), category_id: category.body.data.id },
    ],
    ["PATCH", `/staff/${anna}`, { first_name: text("Anna"), title: text("Chief") }],
    [
      "PUT",
      "/policies",
      { cancellation_window_minutes: 60, cancellation_text: text("Late"), booking_text: text("Rules") },
    ],
    ["PUT", "/booking-page", { waitlist_mode: "manual", texts: { en: page } }],
    ["POST", "/client-fields", question],
  ];
  for (const [method, path, body] of changes) {
    const answer = await owner(method, path, body);
    expect([path, Math.floor(answer.status / 100)], answer.text).toEqual([path, 2]);
  }
  // Adds 2 for the category, which is not in `changes` and contains the payload twice.
  return JSON.stringify(changes).split("<script>hit=1").length - 1 + 2;
}

/**
 * Checks that the payload has created no element and has run no script on the page. Returns the number of times that the page contains the
 * payload.
 */
async function expectText(page: Page, state: string): Promise<number> {
  expect([state, await page.evaluate("typeof hit")]).toEqual([state, "undefined"]);
  expect([state, await page.locator("img[src='x']").count()]).toEqual([state, 0]);
  return (await page.evaluate<string>("document.documentElement.outerHTML")).split("hit=1").length - 1;
}

test("texts of the business and its clients are never markup, in any state of the pages for clients", {
  timeout: 240_000,
}, async () => {
  const fields = await storePayloads();
  const page = await site.open("/");
  const states: string[] = [];
  let shown = 0;
  const at = async (state: string) => {
    shown += await expectText(page, state);
    states.push(state);
  };
  const { slug, emails } = site;
  const walk = { page, language: "en" as const, slug, emails, services: [0], at };
  await walkBooking({ ...walk, email: "books@example.com" });
  await walkWaitlist({ ...walk, email: "waits@example.com" });

  // Two clients share an e-mail address, so that the page shows first names and asks for whom the appointment is.
  for (const first_name of ["Ada", "Ben"])
    await site.addClient({ first_name: `${first_name} ${PAYLOAD}`, email: "family@example.com" });
  const { cut } = site.salon;
  await page.goto(`/b/${slug}/times?lang=en&service=${cut}`);
  await page.locator("button.start").first().click();
  await page.getByLabel("E-mail", { exact: true }).fill("family@example.com");
  const sent = emails.length;
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await expect.poll(() => emails.length).toBeGreaterThan(sent);
  const code = /^\d{6}$/m.exec(emails.at(-1)?.text ?? "")?.[0];
  await page.getByLabel("Code", { exact: true }).fill(String(code));
  await page.getByText("Who is the appointment for?", { exact: true }).waitFor();
  await at("people");
  await site.release(page);

  expect(states.length).toBe(20);
  // Each state shows at least the name of the business.
  expect(shown).toBeGreaterThan(states.length);
  console.info(`${fields} stored texts, ${states.length} states, shown ${shown} times: no markup`);
});

test("no parameter or form field of a page is shown as markup", async () => {
  const names = "service,staff,location,date,lang,s,embed,origin,notice,code,utm_source,month,q,error".split(
    ",",
  );
  const query = new URLSearchParams(names.map((name) => [name, PAYLOAD])).toString();
  const steps = ["", "/times", "/contact", "/details", "/review", "/booked", "/join", "/code/x"];
  const paths = [...steps.map((step) => `/b/${site.slug}${step}`), "/m/x", "/w/x", "/kiosk", "/forms/x"];
  let requests = 0;
  for (const path of paths)
    for (const url of [`${path}?${query}`, `${path}/${encodeURIComponent(PAYLOAD)}`])
      for (const method of ["GET", "POST"] as const) {
        const form = { "content-type": "application/x-www-form-urlencoded" };
        const answer = await site.app.inject({
          method,
          url,
          ...(method === "POST" ? { headers: form, payload: query } : {}),
        });
        requests++;
        expect([method, path, answer.statusCode < 500]).toEqual([method, path, true]);
        const isPage = String(answer.headers["content-type"]).startsWith("text/html");
        if (isPage) expect([method, path, MARKUP.test(answer.body)]).toEqual([method, path, false]);
      }
  console.info(`${requests} requests with hostile parameters: no markup`);
});
