import { beforeEach, describe, expect, test } from "vitest";
import {
  type BookingApp,
  bookingApp,
  codeIn,
  newAddress,
  solved,
} from "../../../../test/fixtures/bookingApp.ts";
import { seeded } from "../../../../test/races/wantedAppointments.ts";

let open: BookingApp;
const first = await bookingApp({ roomCapacity: 2 });
beforeEach(async () => {
  open = await bookingApp({ beside: first as BookingApp, roomCapacity: 2 });
});

const MINUTE = 60_000;
const NINE = "2027-03-08T09:00:00+01:00";
const hold = (
  startsAt: string,
  items: readonly (readonly [string, string])[],
  more: object = {},
  from: Parameters<BookingApp["visit"]>[3] = {},
) => {
  const wanted = items.map(([service_id, staff_id]) => ({ service_id, staff_id }));
  const body = { location_id: open.salon.locationId, starts_at: startsAt, items: wanted, ...more };
  return open.visit("POST", "/holds", body, from);
};
const pass = (ms: number) => open.clock.set(open.clock.now() + ms);
const offered = async (serviceIds: readonly string[], more: Record<string, string> = {}) => {
  const query = { location_id: open.salon.locationId, service_ids: serviceIds.join(), from: "2027-03-08" };
  const search = new URLSearchParams({ ...query, to: query.from, ...more });
  const { status, body } = await open.visit("GET", `/availability?${search}`);
  expect(status).toBe(200);
  return (body.data.slots as { starts_at: string }[]).map(({ starts_at }) => starts_at);
};

describe("a hold", () => {
  test("keeps its time from other visitors for three minutes, and names staff, prices and total", async () => {
    const { cut, anna } = open.salon;
    const held = await hold(NINE, [[cut, anna]]);
    expect(held).toMatchObject({
      status: 201,
      body: {
        data: {
          starts_at: NINE,
          ends_at: "2027-03-08T09:45:00+01:00",
          items: [{ service_id: cut, staff_id: anna, duration_minutes: 45, price: { amount: 4500 } }],
          total: { amount: 4500, currency: "EUR" },
        },
      },
    });
    expect(Date.parse(held.body.data.expires_at)).toBe(open.clock.now() + 3 * MINUTE);
    expect(await offered([cut], { staff_ids: anna })).not.toContain(NINE);
    const refused = await hold(NINE, [[cut, anna]]);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "time_conflict", details: { conflicts: [] } },
    });
    expect(refused.body.details.alternatives).toHaveLength(3);
    for (const other of refused.body.details.alternatives.slice(0, 1))
      expect((await hold(other, [[cut, anna]])).status).toBe(201);
    pass(3 * MINUTE);
    expect(await offered([cut], { staff_ids: anna })).toContain(NINE);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(201);
  });

  test("is extended once, replaced by another of its visitor, and released", async () => {
    const { cut, anna } = open.salon;
    const { hold_token, expires_at } = (await hold(NINE, [[cut, anna]])).body.data;
    for (const _ of [1, 2]) {
      const extended = await open.visit("POST", `/holds/${hold_token}/extend`);
      expect(Date.parse(extended.body.data.expires_at)).toBe(Date.parse(expires_at) + 5 * MINUTE);
    }
    // The new time overlaps the time of the replaced hold.
    const later = await hold("2027-03-08T09:15:00+01:00", [[cut, anna]], { replaces: hold_token });
    expect(later.status).toBe(201);
    expect((await open.visit("POST", `/holds/${hold_token}/extend`)).status).toBe(404);
    // If the server rejects the new hold, the earlier hold remains.
    const refused = await hold("2027-03-08T20:00:00+01:00", [[cut, anna]], {
      replaces: later.body.data.hold_token,
    });
    expect(refused.status).toBe(409);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(409);
    expect((await open.visit("DELETE", `/holds/${later.body.data.hold_token}`)).status).toBe(200);
    expect((await open.visit("DELETE", `/holds/${later.body.data.hold_token}`)).status).toBe(404);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(201);
  });

  test("lasts ten minutes from the code on, and a verified visitor's takes the time of an unverified one", async () => {
    const { cut, anna } = open.salon;
    const unverified = (await hold(NINE, [[cut, anna]])).body.data.hold_token;
    const { id } = (await open.visit("POST", "/codes", { email: "ada@example.com" })).body.data;
    pass(2 * MINUTE);
    const code = codeIn(open.emails);
    const verified = await open.visit("POST", `/codes/${id}`, { code, hold_token: unverified });
    expect(verified.status).toBe(200);
    pass(9 * MINUTE);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(409);
    const token = verified.body.data.visitor_token;
    // A hold does not replace the hold of another verified visitor.
    const other = (await open.prove("ben@example.com")).body.data.visitor_token;
    expect((await hold(NINE, [[cut, anna]], {}, { token: other })).status).toBe(409);
    pass(MINUTE);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(201);
    const taken = await hold(NINE, [[cut, anna]], {}, { token });
    expect(taken.status).toBe(201);
    expect(Date.parse(taken.body.data.expires_at)).toBe(open.clock.now() + 10 * MINUTE);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(409);
    const invalid = await hold(NINE, [[cut, anna]], {}, { token: "x".repeat(43) });
    expect(invalid).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  });

  test("is revoked when staff book over it", async () => {
    const { cut, anna } = open.salon;
    const { hold_token } = (await hold(NINE, [[cut, anna]])).body.data;
    expect((await open.book(NINE, cut, anna)).status).toBe(201);
    expect((await open.visit("POST", `/holds/${hold_token}/extend`)).status).toBe(404);
    expect((await hold(NINE, [[cut, anna]])).status).toBe(409);
  });

  test("counts towards the day limit and shares resources with other holds", async () => {
    const { massage, anna, ben } = open.salon;
    const limited = await open.addService({ max_per_day: 1 });
    expect((await hold(NINE, [[limited, anna]])).status).toBe(201);
    expect((await hold("2027-03-08T15:00:00+01:00", [[limited, ben]])).status).toBe(409);
    expect((await hold("2027-03-09T15:00:00+01:00", [[limited, ben]])).status).toBe(201);
    const two = await Promise.all([
      hold("2027-03-10T09:00:00+01:00", [[massage, anna]]),
      hold("2027-03-10T09:00:00+01:00", [[massage, ben]]),
    ]);
    expect(two.map(({ status }) => status)).toEqual([201, 201]);
  });

  test("of one slot, requested by fifty visitors concurrently, is created once, and no visitor gets a server error", async () => {
    const { cut, anna } = open.salon;
    for (const startsAt of [NINE, "2027-03-09T09:00:00+01:00"]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => hold(startsAt, [[cut, anna]])));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.every((status) => [201, 409, 428].includes(status))).toBe(true);
    }
  });

  test("needs a proof of work above three of an address", async () => {
    const { cut, anna } = open.salon;
    const address = newAddress();
    const at = (hour: number) => `2027-03-08T${hour}:00:00+01:00`;
    for (const hour of [10, 11, 12])
      expect((await hold(at(hour), [[cut, anna]], {}, { address })).status).toBe(201);
    const refused = await hold(at(13), [[cut, anna]], {}, { address });
    expect(refused).toMatchObject({ status: 428, body: { code: "proof_required" } });
    expect((await hold(at(13), [[cut, anna]], {}, { address, proof: solved(refused) })).status).toBe(201);
  });

  test("needs a proof of work above ten unverified ones of a location; verified ones do not count", async () => {
    const { cut, anna, ben } = open.salon;
    const starts = ["09", "10", "11", "12", "13"].flatMap((hour) =>
      [anna, ben].map((staffId) => [`2027-03-08T${hour}:00:00+01:00`, staffId] as const),
    );
    const held: string[] = [];
    for (const [startsAt, staffId] of starts) {
      const answer = await hold(startsAt, [[cut, staffId]]);
      expect([startsAt, answer.status]).toEqual([startsAt, 201]);
      held.push(answer.body.data.hold_token);
    }
    const one = () => hold("2027-03-08T15:00:00+01:00", [[cut, anna]]);
    const refused = await one();
    expect(refused).toMatchObject({ status: 428, body: { code: "proof_required" } });
    const { id } = (await open.visit("POST", "/codes", { email: "tenth@example.com" })).body.data;
    const code = codeIn(open.emails);
    expect((await open.visit("POST", `/codes/${id}`, { code, hold_token: held[0] })).status).toBe(200);
    expect((await one()).status).toBe(201);
  });

  test("of a service with a patch test needs a person whose test fits; one that is not online is refused", async () => {
    const tested = await open.addService({ requires_patch_test: true });
    const offline = await open.addService({ online_bookable: false });
    const needs = { status: 422, body: { code: "patch_test_required", details: { service_ids: [tested] } } };
    expect(await hold(NINE, [[tested, "any"]])).toMatchObject(needs);
    await open.addClient({ first_name: "Old", email: "tina@example.com", patch_test_at: "2026-01-01" });
    await open.addClient({ first_name: "Tina", email: "tina@example.com", patch_test_at: "2027-02-01" });
    await open.addClient({ first_name: "Untested", email: "tina@example.com" });
    const { visitor_token: token, people } = (await open.prove("tina@example.com")).body.data;
    const [old, tina, untested] = people.map((person: { ref: string }) => person.ref);
    expect(await hold(NINE, [[tested, "any"]], { person: old }, { token })).toMatchObject(needs);
    expect(await hold(NINE, [[tested, "any"]], { person: untested }, { token })).toMatchObject(needs);
    expect((await hold(NINE, [[tested, "any"]], { person: tina }, { token })).status).toBe(201);
    expect((await hold(NINE, [[tested, "any"]], { person: tina })).status).toBe(422);
    expect((await hold(NINE, [[offline, "any"]])).body.code).toBe("validation_failed");
  });
});

test("a start is offered exactly when it can be held, whatever else is booked and held", async () => {
  const { salon } = open;
  const random = seeded(47);
  const carts = [[salon.cut], [salon.colour, salon.cut], [salon.massage]];
  const starts = Array.from({ length: 46 }, (_, quarter) => {
    const minutes = 7 * 60 + 45 + quarter * 15;
    const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, "0"));
    return `2027-03-08T${hour}:${minute}:00+01:00`;
  });
  for (const cart of carts) {
    await open.book(random.one(starts), salon.cut, random.one([salon.anna, salon.ben]));
    await hold(random.one(starts), [[salon.colour, "any"]]);
    const slots = await offered(cart);
    const holdable: string[] = [];
    for (const startsAt of starts) {
      const items = cart.map((id) => [id, "any"] as const);
      const { status, body } = await hold(startsAt, items);
      if (status === 201) {
        holdable.push(startsAt);
        await open.visit("DELETE", `/holds/${body.data.hold_token}`);
      }
    }
    expect(holdable).toEqual(slots);
  }
}, 240_000);
