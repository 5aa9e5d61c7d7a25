import fc from "fast-check";
import { expect, test } from "vitest";
import { depositApp } from "../../../../test/fixtures/depositApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";

const open = await depositApp();

/** A step of a run after the creation of its hold. */
const step = fc.constantFrom(
  ...(["pay", "pays", "payOnPage", "paysOnPage", "event", "eventTwice", "book", "job"] as const),
  ...(["twoMinutes", "tenMinutes", "staffBook", "stripeFails", "stripeFailsAfter"] as const),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const DAY = 86_400_000;
let runs = 0;
/** Returns a start on a weekday at least three days from now. At its end, each run cancels its appointment, so the time is free again. */
function nextStart(): string {
  const from = Math.ceil(open.clock.now() / DAY) * DAY + 3 * DAY;
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => from + day * DAY);
  const monday = days.find((day) => new Date(day).getUTCDay() === 1) ?? from;
  return new Date(monday + (8 + (runs++ % 6)) * 3_600_000).toISOString();
}

async function live(steps: readonly Step[]) {
  const { stripe } = open;
  const startsAt = nextStart();
  const known = { intents: stripe.intents.size, pages: stripe.checkouts.size };
  const visitor = await open.visitor(startsAt);
  const intents = () => [...stripe.intents.values()].slice(known.intents);
  const pages = () => [...stripe.checkouts.values()].slice(known.pages);
  const statuses: number[] = [];
  const event = async () => {
    for (const intent of intents().filter((one) => one.status !== "requires_payment_method"))
      statuses.push((await open.webhook("payment_intent.amount_capturable_updated", intent)).statusCode);
  };
  const does: Record<Step, () => unknown> = {
    pay: async () => statuses.push((await visitor.pay()).status),
    pays: () => {
      const [unpaid] = intents().filter((one) => one.status === "requires_payment_method");
      if (unpaid !== undefined) stripe.pays(unpaid.id);
    },
    payOnPage: async () => statuses.push((await visitor.pay({ return_path: `/b/${open.slug}/paid` })).status),
    paysOnPage: () => {
      const [unpaid] = pages().filter(({ status }) => status === "open");
      if (unpaid !== undefined) stripe.paysOnPage(unpaid.id);
    },
    event,
    eventTwice: () => Promise.all([event(), event()]),
    book: async () => statuses.push((await visitor.book()).status),
    job: () => open.jobs(),
    twoMinutes: () => open.later(2),
    tenMinutes: () => open.later(10),
    staffBook: () => open.book(startsAt, open.salon.cut, open.salon.anna),
    stripeFails: () => stripe.failNext(/POST .*(capture|cancel|expire)/, "before"),
    stripeFailsAfter: () => stripe.failNext(/POST .*(capture|cancel|expire)/, "after"),
  };
  for (const each of steps) await does[each]();
  // The hold expires; the jobs of the following minutes retry failed calls.
  for (let round = 0; round < 8; round++) {
    open.later(round === 0 ? 25 : 3);
    await open.jobs();
  }
  const from = encodeURIComponent(startsAt);
  const to = encodeURIComponent(new Date(Date.parse(startsAt) + 60_000).toISOString());
  const list = `/appointments?location_id=${open.salon.locationId}&from=${from}&to=${to}`;
  const { items } = (await open.call("GET", list)).body.data;
  // The appointments of earlier runs at the same time are cancelled.
  const booked = items.filter(
    ({ source, status }: { source: string; status: string }) => source === "online" && status !== "cancelled",
  );
  const deposits: string[] = [];
  for (const { id } of booked) {
    const found = await open.owner("GET", `/deposits?appointment_id=${id}`);
    deposits.push(...found.body.data.items.map(({ status }: { status: string }) => status));
  }
  const states = intents().map(({ status }) => status);
  for (const { id, status } of items)
    if (status !== "cancelled")
      await open.call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
  return {
    appointments: booked.length,
    deposits,
    taken: states.filter((status) => status === "succeeded").length,
    reserved: states.filter((status) => status === "requires_capture").length,
    openPages: pages().filter(({ status }) => status === "open").length,
    failed: statuses.filter((status) => status >= 500 && status !== 503),
  };
}

test("every booked appointment has its deposit, and every other deposit is released", {
  timeout: isFullRun ? 3_600_000 : 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const { appointments, ...after } = await live(["pay", ...steps]);
      expect(after).toEqual({
        deposits: appointments === 0 ? [] : ["held"],
        taken: appointments,
        reserved: 0,
        openPages: 0,
        failed: [],
      });
      expect(appointments).toBeLessThanOrEqual(1);
    }),
    { numRuns: isFullRun ? 400 : 6 },
  );
});
