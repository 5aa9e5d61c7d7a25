import { expect, test } from "vitest";
import { fillManageLinks } from "../../../server/src/features/booking/manage-links/index.ts";
import { notifyClients } from "../../../server/src/features/scheduling/appointment-notifications/index.ts";
import type { Email } from "../../../server/src/platform/email/index.ts";
import { sendDueEmails } from "../../../server/src/platform/email/sender.ts";
import { settle } from "../../../server/test/fixtures/settle.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { openBookingSite } from "./bookingSite.ts";

const ALL_ZONES = [
  "Pacific/Auckland",
  "America/St_Johns",
  "Asia/Kolkata",
  "Europe/London",
  "America/Los_Angeles",
] as const;
const ZONES = isFullRun ? ALL_ZONES : ALL_ZONES.slice(0, 2);
const MINUTE = 60_000;

/** Start times in the nights of the clock changes in Berlin, each with the local time that every text must show. */
const STARTS = [
  { now: "2027-03-22T12:00:00+01:00", startsAt: "2027-03-28T01:30:00+01:00", wall: "1:30" },
  { now: "2027-03-22T12:00:00+01:00", startsAt: "2027-03-28T03:30:00+02:00", wall: "3:30" },
  { now: "2027-10-25T12:00:00+01:00", startsAt: "2027-10-31T00:30:00+02:00", wall: "0:30" },
  { now: "2027-10-25T12:00:00+01:00", startsAt: "2027-10-31T03:30:00+01:00", wall: "3:30" },
] as const;

const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "00:00", ends: "24:00" }));
const site = await openBookingSite({ hours });

/** Books a start time as a visitor. Returns the path of the manage link. */
async function booked(startsAt: string, email: string): Promise<string> {
  const { cut, anna, locationId } = site.salon;
  const items = [{ service_id: cut, staff_id: anna }];
  const held = await site.visit("POST", "/holds", { location_id: locationId, starts_at: startsAt, items });
  expect(held.status, held.text).toBe(201);
  const { visitor_token: token } = (await site.prove(email)).body.data;
  const confirmation = {
    hold_token: held.body.data.hold_token,
    policy_version: null,
    language: "de",
    client: { first_name: "Ada", last_name: "Lovelace", phone_e164: "+4915112345678" },
  };
  const made = await site.visit("POST", "/bookings", confirmation, { token });
  expect(made.status, made.text).toBe(201);
  return `/m/${String(made.body.data.manage_url).split("/").at(-1)}`;
}

/** Sends the due e-mails. Returns the e-mails to the given address. */
async function emailsTo(address: string): Promise<Email[]> {
  const sent: Email[] = [];
  const { database, clock } = site;
  const mailer = { from: "daybook@example.com", send: async (mail: Email) => void sent.push(mail) };
  const log = (message: string, error: unknown) => expect.unreachable(`${message}: ${error}`);
  const appUrl = "http://127.0.0.1";
  await settle(database, [notifyClients({ clock, mailer, log, appUrl })]);
  // The database clock is a minute ahead, because the server sends e-mails about a change only after the undo period.
  const databaseClock = { aheadMs: () => MINUTE };
  const fill = fillManageLinks({ secret: TEST_SECRET, address: appUrl });
  await sendDueEmails({ database, databaseClock, mailer, log, fill }, new AbortController().signal);
  return sent.filter(({ to }) => to === address);
}

test.for(STARTS)(
  "$startsAt has the same wall time on the pages, in the e-mail and in the calendar file, in any zone",
  async ({ now, startsAt, wall }) => {
    site.clock.set(Date.parse(now));
    const date = startsAt.slice(0, 10);
    const shown = new RegExp(`(^|[^\\d:])0?${wall}(?!\\d)`);
    for (const timezoneId of ZONES) {
      const page = await site.open(`/b/${site.slug}/times?lang=en&service=${site.salon.cut}&date=${date}`, {
        timezoneId,
      });
      await page.getByRole("button", { name: shown }).waitFor();
      await site.release(page);
    }
    const address = `night-${STARTS.findIndex((start) => start.startsAt === startsAt)}@example.com`;
    const path = await booked(startsAt, address);
    const [mail] = await emailsTo(address);
    expect(mail?.text).toMatch(shown);
    const file = await site.visit("GET", `appointments/${path.slice("/m/".length)}/calendar.ics`);
    const utc = new Date(startsAt).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    expect(file.text).toContain(`DTSTART:${utc}`);
    for (const timezoneId of ZONES) {
      const page = await site.open(`${path}?lang=en`, { timezoneId });
      await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
      expect(await page.locator(".when span").textContent()).toMatch(shown);
      await site.release(page);
    }
  },
);
