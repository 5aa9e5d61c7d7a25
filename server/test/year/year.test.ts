import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { settableClock } from "../../src/kernel/clock.ts";
import { type BlobStore, diskBlobs } from "../../src/platform/blobs/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { isEventStream } from "../../src/platform/http/route.ts";
import { routesToDescribe } from "../../src/routesToDescribe.ts";
import { type SecondServer, startSecondServer } from "../backup/secondServer.ts";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { type FreshDatabase, freshDatabase } from "../fixtures/database.ts";
import { openReceiver, type Receiver } from "../fixtures/receiver.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { isFullRun } from "../fullRun.ts";
import { addedUp, booksOf, expectBalanced, IN_MONEY } from "./books.ts";
import { addressesOf, currenciesIn, hasContent, type IdsOfYear, idsOf, readAll } from "./reads.ts";
import { all, askAs } from "./requests.ts";
import { restoredAt, rowsOf, WAITING } from "./restored.ts";
import { type Served, serve } from "./served.ts";
import { heldBy, isShownOn, LEDGERS, type Ledger, ledgerSum, OUT_OF_CARDS, shownTo } from "./wallets.ts";
import { type BusinessYear, FIRST_MONDAY_AT, liveYear } from "./year.ts";

/** Runs in `npm run test:full` only, because the year takes many minutes. */
const testOfYear = test.runIf(isFullRun);
/** The number of appointments per week in each of the two businesses. */
const appointmentsPerWeek = 20;
const LONG = 3_000_000;

const clock = settableClock(FIRST_MONDAY_AT - 86_400_000 * 30);
/**
 * The GET routes to compare. Excludes the event stream, and the routes of kiosks, calendar feeds, visitors and test clocks,
 * because the year does not use them. Also excludes the routes of manage and waitlist links, because the links have expired by
 * the end of the year. restoredElsewhere.test.ts compares the routes of kiosks, calendar feeds and links.
 */
const reads = routesToDescribe().filter(
  (route) =>
    route.method === "GET" &&
    !isEventStream(route) &&
    route.access.kind !== "kiosk" &&
    !/^\/public\/(appointments|waitlist|calendar-feeds)\/|\/(visitor|test-clock)$/.test(route.path),
);
let work: string;
let photosHere: BlobStore;
let photosThere: BlobStore;
let fresh: FreshDatabase;
let secondServer: SecondServer;
let hooks: Receiver;
let here: Served;
let years: BusinessYear[];
/** Whether the med spa's receiver fails. */
let isDown = false;

beforeAll(async () => {
  work = temporaryFolder("year");
  photosHere = diskBlobs(join(work, "here"));
  photosThere = diskBlobs(join(work, "there"));
  [fresh, secondServer] = await Promise.all([freshDatabase(), startSecondServer()]);
  hooks = await openReceiver(({ path }) => ({ status: isDown && path === "/med_spa" ? 500 : 204 }));
  here = closedAtEnd(await serve(fresh.connectionString, { clock, blobs: photosHere }));
  years = await liveYear(here, { appointmentsPerWeek, hooks: hooks.url });
}, LONG);

testOfYear(
  "payments less refunds equal the sales, for each sale and over the year, to the minor unit",
  async () => {
    for (const { business } of years) {
      const { balances, payments } = await booksOf(business);
      for (const balance of balances) expectBalanced(balance);
      const year = addedUp(balances);
      expect(year.taken - year.returned).toBe(year.closed - year.returnedAfterClosing + year.held);
      expect(await rowsOf(fresh.connectionString, IN_MONEY, [business.id])).toEqual([year]);
      // The year must include all six payment methods, refunds and a voided sale.
      expect(new Set(payments.map(({ method }) => method)).size).toBe(6);
      const before = balances.reduce((sum, { returnedBefore }) => sum + returnedBefore, 0);
      const statuses = new Set(balances.map(({ sale }) => sale.status));
      expect([before > 0, year.returnedAfterClosing > 0, statuses.has("voided")]).toEqual([true, true, true]);
    }
  },
  LONG,
);

testOfYear(
  "the balance of a wallet is the sum of its ledger, in the API and in the tables",
  async () => {
    for (const { business, clientIds } of years) {
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      const sums = new Map<string, number>();
      for (const clientId of clientIds) {
        const held = await heldBy(business, clientId);
        for (const { entries } of held)
          entries.reduce((before, { delta, balance_after }) => {
            expect(balance_after).toBe(before + delta);
            return balance_after;
          }, 0);
        for (const one of held) sums.set(one.id, ledgerSum(one));
        const shown = held.filter((one) => isShownOn(today, one)).map((one) => [one.id, ledgerSum(one)]);
        expect(await shownTo(business, clientId)).toEqual(Object.fromEntries(shown));
      }
      const ledgers = await rowsOf<Ledger>(fresh.connectionString, LEDGERS, [business.id]);
      for (const { id, sum, last, client_id } of ledgers) {
        expect(last).toBe(sum);
        if (client_id !== null && clientIds.includes(client_id)) expect(sums.get(id)).toBe(sum);
      }
      const currencies = ledgers.map(({ kind, currency }) =>
        kind === "gift_card" ? currency : business.plan.currency,
      );
      expect(new Set(currencies)).toEqual(new Set([business.plan.currency]));
      for (const kind of ["package", "membership", "gift_card"])
        expect(ledgers.filter((one) => one.kind === kind && one.redeemed > 0).length).toBeGreaterThan(0);
      // At least one package must have both of its units redeemed.
      expect(ledgers.some(({ kind, redeemed }) => kind === "package" && redeemed >= 2)).toBe(true);

      const { payments } = await booksOf(business);
      const byCard = payments.filter(({ method }) => method === "gift_card");
      const left = byCard.reduce((sum, { amount, refunded }) => sum + amount.amount - refunded.amount, 0);
      expect(await rowsOf(fresh.connectionString, OUT_OF_CARDS, [business.id])).toEqual([{ sum: left }]);
    }
  },
  LONG,
);

/** GET routes that may return no data for the year, with the reason. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {
  "/businesses/:business/tax-rates": "The year has no taxes.",
  "/businesses/:business/clients/:client/messages": "The year runs no job that writes e-mails to clients.",
  "/businesses/:business/products": "It sells products without a list.",
  "/businesses/:business/products/:product": "It sells products without a list.",
  "/businesses/:business/day-closings": "No user closes a day.",
  "/businesses/:business/deposits": "No policy asks for a deposit.",
  "/businesses/:business/deposits/:deposit": "No policy asks for a deposit.",
  "/businesses/:business/clients/:client/saved-cards": "No client saves a card.",
  "/businesses/:business/clients/:client/notes": "No user writes notes.",
  "/businesses/:business/calendar-feeds": "No calendar subscribes.",
  "/businesses/:business/exports": "No export is requested.",
  "/businesses/:business/exports/:export": "No export is requested.",
  "/businesses/:business/exports/:export/file": "No export is requested.",
  "/businesses/:business/imports": "No file is imported.",
  "/businesses/:business/imports/:import": "No file is imported.",
  "/businesses/:business/imports/:import/errors": "No file is imported.",
  "/businesses/:business/imports/:import/rows": "No file is imported.",
  "/businesses/:business/locations/:location/kiosks": "No kiosk is paired.",
  "/public/pictures/:picture_token": "No user uploads a logo or photos of staff members.",
  "/businesses/:business/waitlist": "No client waits.",
  "/businesses/:business/waitlist/:entry/matches": "No client waits.",
  "/businesses/:business/waitlist/:entry": "No client waits.",
};

testOfYear(
  "no read of the whole table is empty, and no amount is in another currency than the business's",
  async () => {
    for (const year of years) {
      // The random merges may leave the first client without a duplicate, so the test creates one with the same phone number.
      const { program } = year.business;
      const path = `/clients/${year.clientIds[0]}`;
      const { phone_e164 } = await program<{ phone_e164: string }>("GET", path);
      await program("POST", "/clients", { first_name: "Ida", phone_e164 });
      const ids = await idsOf(year);
      const empty: string[] = [];
      for (const route of reads) {
        const urls = addressesOf(route, ids);
        if (!(await hasDataAt(urls, year, route))) empty.push(route.path);
      }
      expect(empty.sort()).toEqual(Object.keys(MAY_BE_EMPTY).sort());
    }
  },
  LONG,
);

/** Reads URLs and checks their responses. Returns whether a response has data. */
async function hasDataAt(urls: readonly string[], year: BusinessYear, route: Route): Promise<boolean> {
  let hasData = false;
  for (const pageUrl of urls)
    for (const response of await readAll(here, year, route, pageUrl)) {
      const { status, url, text } = response;
      expect([url, status]).toEqual([url, 200]);
      expect(new Set([...currenciesIn(text), year.business.plan.currency]).size, url).toBe(1);
      hasData ||= hasContent(response);
    }
  return hasData;
}

testOfYear(
  "restored on a server with lower transaction ids, every read returns the same bytes, events are numbered, and due events are delivered",
  async () => {
    isDown = true;
    await here.deliver();
    for (const { business } of years)
      await business.program("POST", "/clients", { first_name: "Nobody told of me" });
    const waiting = await rowsOf<{ id: string }>(fresh.connectionString, WAITING);
    const ids = new Map<BusinessYear, IdsOfYear>();
    for (const year of years) ids.set(year, await idsOf(year));

    const moved = await restoredAt(secondServer.connectionString, {
      connectionString: fresh.connectionString,
      here: photosHere,
      there: photosThere,
      folder: work,
    });
    const hour = 3_600_000;
    const there = await serve(moved, { clock, blobs: photosThere, aheadMs: hour });
    let compared = 0;
    for (const year of years)
      for (const route of reads)
        for (const url of addressesOf(route, ids.get(year) ?? {})) {
          const [before, after] = await Promise.all(
            [here, there].map((served) => readAll(served, year, route, url)),
          );
          expect(after, url).toEqual(before);
          compared++;
        }
    expect(compared).toBeGreaterThan(500);

    expect(waiting.length).toBeGreaterThanOrEqual(years.length);
    const sent = hooks.requests.length;
    isDown = false;
    await there.deliver();
    expect(await rowsOf(moved, WAITING)).toEqual([]);
    const arrived = new Set(hooks.requests.slice(sent).map(({ headers }) => headers["service-event-id"]));
    for (const { id } of waiting) expect(arrived).toContain(id);
    expect(hooks.requests.slice(sent).some(({ headers }) => headers["service-attempt"] === "2")).toBe(true);
    const everSent = new Set(hooks.requests.map(({ headers }) => headers["service-event-id"]));
    for (const { business } of years) {
      const program = askAs(there, business.readers.program, `/businesses/${business.id}`);
      const events = await all<{ id: string }>(program, "/events");
      expect(events.length).toBeGreaterThan(500);
      for (const { id } of events) expect(everSent).toContain(id);
    }
    await there.close();
  },
  LONG,
);
