import { expect, test } from "vitest";
import { waitlistJobs } from "../../src/features/booking/waitlist/index.ts";
import { bookingApp } from "../fixtures/bookingApp.ts";
import { signedInMember } from "../fixtures/signedInMember.ts";
import { TEST_SECRET } from "../fixtures/testApp.ts";
import { isFullRun } from "../fullRun.ts";

/** The number of clients on the waitlist, which is also the number of freed times. */
const COUNT = isFullRun ? 100 : 6;
/** The maximum time from the end of the delay after a cancellation to the offers (public pages §6). */
const MAX_MATCHING_MS = 10_000;
const PER_DAY = 6;
const DAY_MS = 86_400_000;

const open = await bookingApp();

/** Returns the start of an appointment: six a day from Tuesday, 9 March 2027, except Sundays. */
function startOf(index: number): string {
  const day = Math.floor(index / PER_DAY);
  const at = Date.parse("2027-03-09T08:00:00Z") + (day + Math.floor((day + 1) / 6)) * DAY_MS;
  return new Date(at + (index % PER_DAY) * 5_400_000).toISOString();
}

test("many freed times go to many waiting clients in their order, each once, also with two workers at a time", {
  timeout: 600_000,
}, async () => {
  const { salon, clock } = open;
  const owner = await signedInMember(open, "owner");
  clock.set(Date.parse("2027-03-01T12:00:00+01:00"));
  await owner("PUT", "/booking-page", { waitlist_mode: "automatic" });
  const booked: string[] = [];
  for (let index = 0; index < COUNT; index++) {
    const answer = await open.book(startOf(index), salon.cut);
    expect([index, answer.status]).toEqual([index, 201]);
    booked.push(answer.body.data.id);
  }
  const entries: string[] = [];
  for (let index = 0; index < COUNT; index++) {
    clock.set(clock.now() + 1_000);
    const made = await owner("POST", "/waitlist", {
      client_id: await open.addClient({ first_name: "Ada", email: `waiting${index}@example.com` }),
      location_id: salon.locationId,
      items: [{ service_id: salon.cut, staff_id: salon.anna }],
      windows: [{ from: "2027-03-09", to: "2027-04-30" }],
    });
    expect([index, made.status]).toEqual([index, 201]);
    entries.push(made.body.data.id);
  }
  for (const id of booked)
    expect((await owner("POST", `/appointments/${id}/transitions`, { to: "cancelled" })).status).toBe(200);

  const workers = [1, 2].map(() => waitlistJobs(open, { secret: TEST_SECRET }));
  const run = () =>
    Promise.all(
      workers.map(async (jobs) => {
        for (const job of jobs) await job.run(new AbortController().signal);
      }),
    );
  await run();
  clock.set(clock.now() + 2 * 60_000);
  const beganAt = performance.now();
  await run();
  const tookMs = performance.now() - beganAt;
  if (isFullRun) console.info(`${COUNT} × ${COUNT}: matched in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(MAX_MATCHING_MS);

  const offers: { starts: number; ends: number }[] = [];
  const isOffered: boolean[] = [];
  for (const id of entries) {
    const { status, offer } = (await owner("GET", `/waitlist/${id}`)).body.data;
    isOffered.push(status === "offered");
    if (offer !== null) offers.push({ starts: Date.parse(offer.starts_at), ends: Date.parse(offer.ends_at) });
  }
  expect(offers.length).toBeGreaterThan(COUNT / 2);
  // All clients want the same times, so the first clients on the waitlist must get the offers, in the order of the offered
  // starts.
  expect(isOffered).toEqual(isOffered.toSorted((one, other) => Number(other) - Number(one)));
  for (const [index, { ends }] of offers.entries())
    expect(offers[index + 1]?.starts ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(ends);
});
