import { beforeAll, expect, test } from "vitest";
import { type BookingApp, bookingApp, type VisitAnswer } from "../fixtures/bookingApp.ts";
import { isFullRun } from "../fullRun.ts";

const ROUNDS = isFullRun ? 200 : 10;
const PAGES = isFullRun ? 50 : 5;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let open: BookingApp;
/** The tokens of the visitors of the booking page. */
const visitors: string[] = [];
beforeAll(async () => {
  open = await bookingApp();
  for (let index = 0; index < PAGES; index++) {
    const { body } = await open.prove(`page${index}@example.com`, { remember: true });
    visitors.push(body.data.visitor_token);
  }
}, 240_000);

const hold = (startsAt: string) =>
  open.visit("POST", "/holds", {
    location_id: open.salon.locationId,
    starts_at: startsAt,
    items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
  });
const book = (token: string, holdToken: string) =>
  open.visit(
    "POST",
    "/bookings",
    {
      hold_token: holdToken,
      policy_version: null,
      language: "en",
      client: { first_name: "Ada", last_name: "Lovelace", phone_e164: "+4915112345678" },
    },
    { token },
  );

/** Creates holds of the same slot, one for each visitor. Each hold expires before the next. Returns the tokens of the holds. */
async function heldByAll(startsAt: string): Promise<string[]> {
  const tokens: string[] = [];
  for (const _ of visitors) {
    const held = await hold(startsAt);
    expect(held.status, held.text).toBe(201);
    tokens.push(held.body.data.hold_token);
    open.clock.set(open.clock.now() + 3 * MINUTE);
  }
  return tokens;
}

/** Checks that a rejected booking offers three other starts, and that the first of them is bookable with the same details. */
async function expectAlternatives({ status, text, body }: VisitAnswer, token: string): Promise<void> {
  expect([status, body.code], text).toEqual([409, "time_conflict"]);
  expect(body.details.alternatives, text).toHaveLength(3);
  const other = await hold(body.details.alternatives[0]);
  expect(other.status, other.text).toBe(201);
  const booked = await book(token, other.body.data.hold_token);
  expect(booked.status, booked.text).toBe(201);
}

test("pages that confirm one slot at once: one books, the others get three starts that can be booked", {
  timeout: isFullRun ? 3_600_000 : 60_000,
}, async () => {
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    // A weekday at least a week ahead, so that the minimum notice is met.
    const day = Math.floor((open.clock.now() + 8 * DAY) / DAY);
    const weekday = ((day + 3) % 7) + 1;
    const at = day * DAY + (weekday > 5 ? 2 * DAY : 0) + 10 * 60 * MINUTE;
    const startsAt = new Date(at).toISOString();
    const holds = await heldByAll(startsAt);
    const answers = await Promise.all(visitors.map((token, index) => book(token, holds[index] as string)));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const winners = answers.filter(({ status }) => status === 201);
    expect([round, winners.length], answers.map(({ text }) => text).join("\n")).toEqual([round, 1]);
    const loser = answers.findIndex(({ status }) => status !== 201);
    await expectAlternatives(answers[loser] as VisitAnswer, visitors[loser] as string);
    for (const answer of answers)
      if (answer.status !== 201) expect(answer.body.details.alternatives, answer.text).toHaveLength(3);
    // Cancels the bookings, so that the slot and the days after it are free in the next round.
    const list = await open.call(
      "GET",
      `/appointments?location_id=${open.salon.locationId}&from=${startsAt.slice(0, 10)}T00:00:00Z&to=${new Date(at + 10 * DAY).toISOString()}&status=booked`,
    );
    for (const { id } of list.body.data.items)
      await open.call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
  }
  if (isFullRun) console.info(`${ROUNDS} rounds of ${PAGES} pages:`, Object.fromEntries(statuses));
});
