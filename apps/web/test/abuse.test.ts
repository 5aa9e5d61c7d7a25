import { expect, test } from "vitest";
import { waitlistUrl } from "../../../server/src/features/booking/manage-links/index.ts";
import { bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { openBookingSite } from "./bookingSite.ts";

const site = await openBookingSite();
const owner = await signedInMember(site, "owner");
expect((await owner("PUT", "/booking-page", { waitlist_mode: "manual" })).status).toBe(200);

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: "GET", url, headers });

/** Adds a client with an appointment and a waitlist entry. Returns the paths of the client's pages. */
async function linkedPages(first_name: string, note: string, day: string): Promise<string[]> {
  const { cut, anna, locationId } = site.salon;
  const email = `linked-${day}@example.com`;
  const items = [{ service_id: cut, staff_id: anna }];
  const hold = { location_id: locationId, starts_at: `${day}T10:00:00+01:00`, items };
  const held = await site.visit("POST", "/holds", hold);
  const { visitor_token: token } = (await site.prove(email)).body.data;
  const confirmation = {
    hold_token: held.body.data.hold_token,
    policy_version: (await site.visit("GET", "")).body.data.policy?.version ?? null,
    language: "en",
    client: { first_name, last_name: "Lovelace", phone_e164: "+4915112345678" },
    note,
  };
  const made = await site.visit("POST", "/bookings", confirmation, { token });
  expect(made.status, made.text).toBe(201);
  const entry = await owner("POST", "/waitlist", {
    client_id: await site.addClient({ first_name, email: `waiting-${day}@example.com` }),
    location_id: locationId,
    items: [{ service_id: cut }],
    windows: [{ from: day, to: day }],
    note,
  });
  expect(entry.status, JSON.stringify(entry.body)).toBe(201);
  return [
    `/m/${String(made.body.data.manage_url).split("/").at(-1)}`,
    waitlistUrl("", TEST_SECRET, { businessId: site.salon.businessId, id: entry.body.data.id }),
  ];
}

test("only the embedded page can be framed by other sites", async () => {
  const [manage = "", waitlist = ""] = await linkedPages("Ada", "Hello", "2027-03-09");
  const paths = [
    `/b/${site.slug}`,
    `/b/${site.slug}/times?service=${site.salon.cut}`,
    manage,
    `${manage}/cancel`,
    waitlist,
    "/kiosk",
    "/app/sign-in",
    "/b/no-such-business",
    "/m/no-such-token",
    "/w/no-such-token",
  ];
  for (const path of paths) {
    const policy = String((await get(path)).headers["content-security-policy"]);
    expect([path, policy.includes("frame-ancestors 'none'")]).toEqual([path, true]);
  }
  const expectAncestors = async (expected: string) => {
    for (const path of [`/b/${site.slug}`, manage, waitlist]) {
      const policy = String((await get(`${path}?embed=1`)).headers["content-security-policy"]);
      expect([path, policy.endsWith(`frame-ancestors ${expected}`)], policy).toEqual([path, true]);
    }
  };
  await expectAncestors("*");
  await owner("PUT", "/booking-page", { origins: ["https://www.example.com"], waitlist_mode: "manual" });
  await expectAncestors("'self' https://www.example.com");
  await owner("PUT", "/booking-page", { waitlist_mode: "manual" });
});

test("a text of the business or a client is never markup, in any field of any page", async () => {
  const payload = `</script><script>hit=1</script><img src=x onerror=hit=1>"'`;
  const { cut, anna, locationId } = site.salon;
  const changes: [method: "PATCH" | "PUT", path: string, body: object][] = [
    ["PATCH", "", { name: `Name ${payload}` }],
    [
      "PATCH",
      `/locations/${locationId}`,
      { name: `Place ${payload}`, address: { line1: payload, city: payload, country: "DE" } },
    ],
    ["PATCH", `/services/${cut}`, { name: `Cut ${payload}`, description: payload }],
    ["PATCH", `/staff/${anna}`, { first_name: `Anna ${payload}`, title: payload }],
    ["PUT", "/policies", { cancellation_window_minutes: 60, cancellation_text: payload }],
    [
      "PUT",
      "/booking-page",
      {
        waitlist_mode: "manual",
        texts: { en: { heading: payload, introduction: payload, confirmation: payload } },
      },
    ],
  ];
  for (const [method, path, body] of changes) {
    const answer = await owner(method, path, body);
    expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, 200]);
  }
  const linked = await linkedPages(`Ada ${payload}`, payload, "2027-03-10");
  const paths = [
    `/b/${site.slug}?lang=en`,
    `/b/${site.slug}/times?lang=en&service=${cut}`,
    `/b/${site.slug}/times?lang=en&service=${cut}&staff=${anna}`,
    ...linked.map((path) => `${path}?lang=en`),
    `${linked[0]}/cancel?lang=en`,
  ];
  const page = await site.open(paths[0] as string);
  let shown = 0;
  for (const path of paths) {
    const { body } = await get(path);
    shown += body.split("hit=1").length - 1;
    expect([path, /<img src=x|<script>hit/.test(body)]).toEqual([path, false]);
    await page.goto(path);
    await page.locator("main").waitFor();
    expect([path, await page.evaluate("typeof hit")]).toEqual([path, "undefined"]);
  }
  // Checks that the pages show the texts. The loop has checked that the pages escape them.
  expect(shown).toBeGreaterThan(20);
  await site.release(page);
});

test("no parameter, path or header leads a visitor or a link in an e-mail to another host", async () => {
  const other = await bookingApp({ beside: site });
  const hostile = ["//evil.example", "https://evil.example", "/\\evil.example", "https:evil.example"];
  const names = [
    "next",
    "return",
    "return_to",
    "redirect",
    "url",
    "to",
    "origin",
    "lang",
    "date",
    "s",
    "location",
  ];
  const bases = [`/b/${other.slug}`, `/b/${other.slug}/times`, "/m/token", "/w/token", "/app/sign-in", "/"];
  let requests = 0;
  for (const base of bases)
    for (const value of hostile) {
      const query = new URLSearchParams(names.map((name) => [name, value]));
      for (const method of ["GET", "POST"] as const)
        for (const url of [`${base}?${query}`, `${value}${base}`]) {
          const headers = {
            host: "evil.example",
            "x-forwarded-host": "evil.example",
            origin: "https://evil.example",
          };
          const form = { "content-type": "application/x-www-form-urlencoded" };
          const answer = await site.app.inject({
            method,
            url:
              url.startsWith("/") && !url.startsWith("//") && !url.startsWith("/\\")
                ? url
                : `/${encodeURIComponent(url)}`,
            headers: method === "POST" ? { ...headers, ...form } : headers,
            ...(method === "POST" ? { payload: query.toString() } : {}),
          });
          requests++;
          const target = answer.headers.location;
          const isAway =
            target !== undefined && new URL(String(target), "http://here.example").host !== "here.example";
          expect([method, url, isAway ? target : undefined]).toEqual([method, url, undefined]);
          expect(answer.statusCode).toBeLessThan(500);
        }
    }
  expect(requests).toBe(bases.length * hostile.length * 4);

  const sent = site.emails.length;
  await site.app.inject({
    method: "POST",
    url: `/api/v1/public/businesses/${other.slug}/codes`,
    headers: { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    payload: { email: "host-header@example.com" },
  });
  await expect.poll(() => site.emails.length, { timeout: 60_000 }).toBeGreaterThan(sent);
  expect(JSON.stringify(site.emails.at(-1))).not.toContain("evil.example");
});

test("an address gets ten codes an hour at most, with fifty guesses in total, whatever the number of attackers", async () => {
  const open = await bookingApp({ beside: site });
  const attackers = isFullRun ? 2_000 : 30;
  const email = "victim@example.com";
  const before = site.emails.filter(({ to }) => to === email).length;
  let guesses = 0;
  let refused = 0;
  for (let index = 0; index < attackers; index++) {
    const requested = await open.visit("POST", "/codes", { email });
    if (requested.status !== 201) {
      expect(requested.status).toBe(429);
      refused++;
      continue;
    }
    const mail = site.emails.at(-1)?.text ?? "";
    const code = /^\d{6}$/m.exec(mail)?.[0] ?? "";
    // Sends only wrong codes, so that no guess succeeds by chance.
    const wrong = code === "000000" ? "111111" : "000000";
    for (let tries = 0; tries < 8; tries++) {
      const answer = await open.visit("POST", `/codes/${requested.body.data.id}`, { code: wrong });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      if (tries < 5) guesses++;
    }
    const late = await open.visit("POST", `/codes/${requested.body.data.id}`, { code });
    expect(late.status, "the right code after five wrong ones").toBeGreaterThanOrEqual(400);
  }
  const mails = site.emails.filter(({ to }) => to === email).length - before;
  expect({ mails, guesses, refused }).toEqual({ mails: 10, guesses: 50, refused: attackers - 10 });
  if (isFullRun)
    console.info(`${attackers} attackers: ${mails} e-mails to the victim, ${guesses} guesses counted`);
});
