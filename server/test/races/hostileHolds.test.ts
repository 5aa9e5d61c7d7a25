import { expect, test } from "vitest";
import { bookingApp, solved, type VisitAnswer } from "../fixtures/bookingApp.ts";
import { isFullRun } from "../fullRun.ts";
import { seeded } from "./wantedAppointments.ts";

const HOSTILE = isFullRun ? 10_000 : 200;
const ADDRESSES = isFullRun ? 500 : 20;
const HONEST = isFullRun ? 100 : 4;
const DAYS = isFullRun ? 14 : 5;
const DAY = 86_400_000;

const open = await bookingApp();

const holdBody = (startsAt: string) => ({
  location_id: open.salon.locationId,
  starts_at: startsAt,
  items: [{ service_id: open.salon.cut, staff_id: "any" }],
});

/** Returns the starts that the booking page offers on the following days. */
async function offered(): Promise<string[]> {
  const from = new Date(open.clock.now() + DAY).toISOString().slice(0, 10);
  const to = new Date(open.clock.now() + DAYS * DAY).toISOString().slice(0, 10);
  const query = { location_id: open.salon.locationId, service_ids: open.salon.cut, from, to };
  const { body } = await open.visit("GET", `/availability?${new URLSearchParams(query)}`);
  return body.data.slots.map(({ starts_at }: { starts_at: string }) => starts_at);
}

/**
 * Books the first offered start as the booking page does: creates a hold (with a proof of work if required), verifies an
 * address and confirms the booking. If the start is already held, creates the hold after the verification, because a verified
 * visitor's hold replaces unverified holds. Returns the response to the confirmation, the number of proofs (`proofs`) and the
 * number of replaced holds (`retaken`).
 */
async function bookHonestly(
  index: number,
): Promise<{ answer: VisitAnswer; proofs: number; retaken: number }> {
  const [startsAt] = await offered();
  if (startsAt === undefined) throw new Error("No start is offered.");
  const address = `172.16.${index >> 8}.${index & 255}`;
  const body = holdBody(startsAt);
  let proofs = 0;
  let held = await open.visit("POST", "/holds", body, { address });
  if (held.status === 428) {
    proofs++;
    held = await open.visit("POST", "/holds", body, { address, proof: solved(held) });
  }
  const verified = await open.prove(`honest${index}@example.com`);
  const token: string = verified.body.data.visitor_token;
  let retaken = 0;
  if (held.status === 409) {
    retaken++;
    held = await open.visit("POST", "/holds", body, { address, token });
    if (held.status === 428)
      held = await open.visit("POST", "/holds", body, { address, token, proof: solved(held) });
  }
  expect(held.status, held.text).toBe(201);
  const confirmation = {
    hold_token: held.body.data.hold_token,
    policy_version: null,
    language: "en",
    client: { first_name: "Ada", last_name: "Lovelace", phone_e164: "+4915112345678" },
  };
  const answer = await open.visit("POST", "/bookings", confirmation, { address, token });
  expect(answer.body.data?.starts_at, answer.text).toBe(startsAt);
  return { answer, proofs, retaken };
}

test("honest visitors book the first start that they choose while others hold whatever is offered", {
  timeout: isFullRun ? 3_600_000 : 60_000,
}, async () => {
  const random = seeded(12);
  const statuses = new Map<number, number>();
  const totals = { booked: 0, proofs: 0, retaken: 0 };
  let sent = 0;
  let starts = await offered();
  const attack = async () => {
    const address = `10.200.${Math.floor((sent % ADDRESSES) / 250)}.${(sent % ADDRESSES) % 250}`;
    sent++;
    // Most attacks choose the starts that honest visitors choose.
    const at = starts[random.below(random.below(starts.length) + 1)] ?? "";
    const { status } = await open.visit("POST", "/holds", holdBody(at), { address });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let index = 0; index < HONEST; index++) {
    const attacks = Array.from({ length: HOSTILE / HONEST }, attack);
    const { answer, proofs, retaken } = await bookHonestly(index);
    await Promise.all(attacks);
    totals.booked += answer.status === 201 ? 1 : 0;
    totals.proofs += proofs;
    totals.retaken += retaken;
    // Some hostile holds expire, and new ones replace them.
    open.clock.set(open.clock.now() + 20_000);
    starts = await offered();
  }
  expect([sent, totals.booked]).toEqual([HOSTILE, HONEST]);
  expect([...statuses.keys()].every((status) => [201, 409, 428, 429].includes(status))).toBe(true);
  if (isFullRun)
    console.info(`${sent} hostile holds of ${ADDRESSES} addresses:`, Object.fromEntries(statuses), totals);
});
