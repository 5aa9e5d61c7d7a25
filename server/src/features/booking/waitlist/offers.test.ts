import { beforeEach, describe, expect, test } from "vitest";
import { type BookingApp, bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { setPolicy } from "../../business/policies/index.ts";
import { calendarJobs } from "../../scheduling/calendar/index.ts";
import { waitlistUrl } from "../manage-links/index.ts";
import { waitlistJobs } from "./jobs.ts";

let open: BookingApp;
let owner: MemberCall;
let clients = 0;
const first = await bookingApp();
beforeEach(async () => {
  open = await bookingApp({ beside: first as BookingApp });
  // Noon of Monday, 1 March 2027 in Berlin.
  open.clock.set(Date.parse("2027-03-01T12:00:00+01:00"));
  owner = await signedInMember(open, "owner");
  await owner("PUT", "/booking-page", { waitlist_mode: "automatic" });
});

const MINUTE = 60_000;
const TEN = "2027-03-09T10:00:00+01:00";
const ELEVEN = "2027-03-09T11:00:00+01:00";
const MARCH_9 = { from: "2027-03-09", to: "2027-03-09" };
const freedRows = (businessId: string) =>
  sql(open.database)<{ count: number }>`
    select count(*) as count from freed_times where business_id = ${businessId}`;

const later = (minutes: number) => open.clock.set(open.clock.now() + minutes * MINUTE);
const run = async () => {
  for (const job of [...calendarJobs(open), ...waitlistJobs(open, { secret: TEST_SECRET })])
    await job.run(new AbortController().signal);
};
/** Runs the jobs, advances the clock by the matching delay and runs them again. */
const rested = async () => {
  await run();
  later(2);
  await run();
};
const client = (more: object = {}) =>
  open.addClient({ first_name: `Client ${++clients}`, email: `client${clients}@example.com`, ...more });
const wait = async (more: object = {}) => {
  const body = {
    client_id: await client(),
    location_id: open.salon.locationId,
    items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
    windows: [MARCH_9],
    ...more,
  };
  const { status, body: answer } = await owner("POST", "/waitlist", body);
  expect(status, JSON.stringify(answer)).toBe(201);
  later(1);
  return answer.data as { id: string; client_id: string };
};
const entry = async ({ id }: { readonly id: string }) => (await owner("GET", `/waitlist/${id}`)).body.data;
const emails = async () =>
  (
    await sql(open.database)<{ recipient: string; purpose: string; subject: string; body_text: string }>`
    select recipient, purpose, subject, body_text
    from emails
    where business_id = ${open.salon.businessId} and purpose like 'waitlist-%'
    order by created_at, id`
  ).map(({ purpose }) => purpose.split(":")[0]?.replace("waitlist-", "") ?? "");
/** Sends a request through the link of an entry. */
const asClient = async (
  { id }: { readonly id: string },
  action = "",
  payload?: object,
  method: "GET" | "POST" | "DELETE" = payload === undefined ? "GET" : "POST",
) => {
  const token = waitlistUrl("", TEST_SECRET, { businessId: open.salon.businessId, id }).slice("/w/".length);
  const answer = await open.app.inject({
    method,
    url: `/api/v1/public/waitlist/${token}${action}`,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const accept = (of: { readonly id: string }, more: object = {}) =>
  asClient(of, "/accept", { policy_version: null, ...more });
const decline = (of: { readonly id: string }) => asClient(of, "/decline", {});
/** Blocks all of Anna's Tuesday except the hour from 10:00 to 11:00. */
const fullDay = async () => {
  const taken = await owner("POST", "/blocks", {
    location_id: open.salon.locationId,
    staff_id: open.salon.anna,
    starts_at: "2027-03-09T11:00:00+01:00",
    ends_at: "2027-03-09T18:00:00+01:00",
  });
  expect(taken.status).toBe(200);
  const early = await owner("POST", "/blocks", {
    location_id: open.salon.locationId,
    staff_id: open.salon.anna,
    starts_at: "2027-03-09T09:00:00+01:00",
    ends_at: "2027-03-09T10:00:00+01:00",
  });
  expect(early.status).toBe(200);
};
const bookTen = async () => {
  const booked = await open.book(TEN, open.salon.cut);
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  return booked.body.data.id as string;
};
const cancel = async (id: string) => {
  const { status } = await owner("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
  expect(status).toBe(200);
};

describe("freed time", () => {
  test("is offered after two minutes to the first in line, held, and booked on acceptance", async () => {
    await fullDay();
    const booked = await bookTen();
    const [one, two] = [await wait(), await wait()];
    await cancel(booked);
    await run();
    later(1);
    await run();
    expect((await entry(one)).status).toBe("waiting");
    later(1);
    await run();
    const offered = await entry(one);
    expect(offered).toMatchObject({
      status: "offered",
      offer: {
        status: "pending",
        starts_at: TEN,
        items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
      },
    });
    // A start more than 48 hours ahead gives the client two hours to answer.
    expect(Date.parse(offered.offer.expires_at)).toBe(open.clock.now() + 120 * MINUTE);
    expect((await entry(two)).status).toBe("waiting");
    const query = new URLSearchParams({
      location_id: open.salon.locationId,
      service_ids: open.salon.cut,
      staff_ids: open.salon.anna,
      ...MARCH_9,
    });
    expect((await open.visit("GET", `/availability?${query}`)).body.data.slots).toEqual([]);
    expect((await asClient(one)).body.data.offer).toMatchObject({
      items: [{ service_name: "Cut", staff_name: "Anna", price: { amount: 4500 } }],
      total: { amount: 4500, currency: "EUR" },
    });

    const accepted = await accept(one);
    expect(accepted).toMatchObject({ status: 200, body: { data: { status: "booked" } } });
    const { appointment_id, status } = await entry(one);
    expect(status).toBe("booked");
    expect((await open.call("GET", `/appointments/${appointment_id}`)).body.data).toMatchObject({
      status: "booked",
      source: "online",
      starts_at: TEN,
      client_id: one.client_id,
    });
    expect((await accept(one)).body.data.manage_url).toBe(accepted.body.data.manage_url);
    await rested();
    expect((await entry(two)).status).toBe("waiting");
    expect(await emails()).toEqual(["joined", "joined", "offer"]);
    expect((await freedRows(open.salon.businessId))[0]?.count).toBe(0);
  });

  test("goes to the next client within a minute when an offer is declined or expires", async () => {
    await fullDay();
    const booked = await bookTen();
    const [one, two, three] = [await wait(), await wait(), await wait()];
    await cancel(booked);
    await rested();
    expect((await decline(one)).body.data).toMatchObject({
      status: "waiting",
      offer: { status: "declined" },
    });
    expect((await decline(one)).body.code).toBe("invalid_transition");
    await run();
    expect((await entry(two)).status).toBe("offered");
    later(119);
    await run();
    expect((await entry(two)).status).toBe("offered");
    later(1);
    expect((await accept(two)).body.code).toBe("invalid_transition");
    await run();
    expect(await entry(two)).toMatchObject({ status: "waiting", offer: { status: "expired" } });
    expect((await entry(three)).status).toBe("offered");
    await decline(three);
    await run();
    // All three clients have declined the offer of this start or have let it expire.
    for (const each of [one, two, three]) expect((await entry(each)).status).toBe("waiting");
    expect((await emails()).slice(3)).toEqual(["offer", "offer", "expired", "offer"]);
  });

  test("of the night waits until eight", async () => {
    await fullDay();
    const booked = await bookTen();
    const one = await wait();
    open.clock.set(Date.parse("2027-03-01T22:00:00+01:00"));
    await cancel(booked);
    await rested();
    expect((await entry(one)).status).toBe("waiting");
    open.clock.set(Date.parse("2027-03-02T07:59:59+01:00"));
    await run();
    expect((await entry(one)).status).toBe("waiting");
    open.clock.set(Date.parse("2027-03-02T08:00:00+01:00"));
    await run();
    expect((await entry(one)).status).toBe("offered");
  });

  test("comes from a decline, a no-show, a move, a shorter appointment, blocks, time off, hours and expired holds", async () => {
    const { anna, cut, locationId } = open.salon;
    const one = await wait();
    const { businessId } = open.salon;
    const count = async () => (await freedRows(businessId))[0]?.count ?? 0;
    const frees = async (name: string, change: () => Promise<{ readonly status: number }>) => {
      await rested();
      const before = await count();
      const { status } = await change();
      expect([name, status]).toEqual([name, 200]);
      expect([name, (await count()) > before]).toEqual([name, true]);
    };
    // The client waits for a day without freed time and therefore gets no offer.
    await owner("PATCH", `/waitlist/${one.id}`, { windows: [{ from: "2027-04-30", to: "2027-04-30" }] });
    const status = (id: string, to: string) => () => owner("POST", `/appointments/${id}/transitions`, { to });
    await frees("cancel", status(await bookTen(), "cancelled"));
    const requested = (await open.book(TEN, cut, anna, { status: "requested" })).body.data.id;
    await frees("decline", status(requested, "declined"));
    await frees("no-show", status(await bookTen(), "no_show"));
    const moved = await bookTen();
    await frees("move", () => owner("PATCH", `/appointments/${moved}/schedule`, { starts_at: ELEVEN }));
    const items = (await open.call("GET", `/appointments/${moved}`)).body.data.items;
    await frees("shorten", () =>
      owner("PATCH", `/appointments/${moved}/duration`, { item_id: items[0].id, minutes: 30 }),
    );
    const block = await owner("POST", "/blocks", {
      location_id: locationId,
      staff_id: anna,
      starts_at: "2027-03-10T09:00:00+01:00",
      ends_at: "2027-03-10T10:00:00+01:00",
    });
    await frees("block", () => owner("DELETE", `/blocks/${block.body.data.id}`));
    const off = await owner("POST", `/staff/${anna}/time-off`, {
      starts_at: "2027-03-11T09:00:00+01:00",
      ends_at: "2027-03-11T18:00:00+01:00",
    });
    await frees("time off", () => owner("DELETE", `/staff/${anna}/time-off/${off.body.data.id}`));
    const weekly = [{ location_id: locationId, weekday: 2, starts: "08:00", ends: "20:00" }];
    await frees("hours", () => owner("PUT", `/staff/${anna}/hours`, { weekly, exceptions: [] }));
    await open.visit("POST", "/holds", {
      location_id: locationId,
      starts_at: "2027-03-16T10:00:00+01:00",
      items: [{ service_id: cut, staff_id: anna }],
    });
    await frees("hold", async () => {
      later(3);
      for (const job of calendarJobs(open)) await job.run(new AbortController().signal);
      return { status: 200 };
    });
    expect((await entry(one)).status).toBe("waiting");
  });

  test("is not offered to blocked clients, without an address, near the start, nor where staff pick", async () => {
    await fullDay();
    const blocked = await wait({
      client_id: await client({ online_booking_blocked: true }),
      min_notice_minutes: 0,
    });
    const silent = await wait({
      client_id: await open.addClient({ first_name: "Silent" }),
      min_notice_minutes: 0,
    });
    const settings = `/locations/${open.salon.locationId}/waitlist-settings`;
    const attempt = async () => {
      const booked = await bookTen();
      await cancel(booked);
      await rested();
    };
    await attempt();
    for (const each of [blocked, silent]) expect((await entry(each)).status).toBe("waiting");
    const one = await wait({ min_notice_minutes: 0 });
    expect((await owner("PUT", settings, { mode: "team_picks" })).body.data.mode).toBe("team_picks");
    await attempt();
    expect((await owner("PUT", settings, { mode: "first_in_line" })).status).toBe(200);
    await owner("PUT", "/booking-page", { waitlist_mode: "manual" });
    await attempt();
    await owner("PUT", "/booking-page", { waitlist_mode: "automatic" });
    open.clock.set(Date.parse("2027-03-09T08:05:00+01:00"));
    await attempt();
    expect((await entry(one)).status).toBe("waiting");
    // The matches for staff still contain the free time.
    const found = await owner(
      "GET",
      `/waitlist/matches?location_id=${open.salon.locationId}&from=2027-03-09&to=2027-03-09`,
    );
    expect(found.body.data.matches.map((match: { entry_id: string }) => match.entry_id)).toEqual([
      blocked.id,
      silent.id,
      one.id,
    ]);
  });
});

describe("modes", () => {
  const mode = async (name: string) =>
    owner("PUT", `/locations/${open.salon.locationId}/waitlist-settings`, { mode: name });

  test("highest_value serves the dearer services first", async () => {
    await mode("highest_value");
    await fullDay();
    const booked = await bookTen();
    const cheap = await wait();
    const dear = await open.addService({ duration_minutes: 45, price: { amount: 9000, currency: "EUR" } });
    const second = await wait({ items: [{ service_id: dear, staff_id: open.salon.anna }] });
    await cancel(booked);
    await rested();
    expect((await entry(second)).status).toBe("offered");
    expect((await entry(cheap)).status).toBe("waiting");
  });

  test("offer_to_all offers without a hold; the first who accepts gets the time", async () => {
    await mode("offer_to_all");
    await fullDay();
    const booked = await bookTen();
    const all = [await wait(), await wait(), await wait()];
    await cancel(booked);
    await rested();
    for (const each of all) expect((await entry(each)).status).toBe("offered");
    const answers = await Promise.all(all.map((each) => accept(each)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const statuses = await Promise.all(all.map(async (each) => (await entry(each)).status));
    expect(statuses.toSorted()).toEqual(["booked", "waiting", "waiting"]);
    expect((await emails()).filter((kind) => kind === "gone")).toHaveLength(2);
  });

  test("auto_book books at once, with two hours to cancel for free, even if a deposit cannot be taken", async () => {
    await fullDay();
    const { businessId } = open.salon;
    const policy = (deposit: object) =>
      open.database.transaction((tx) =>
        setPolicy(
          tx,
          businessId,
          {
            cancellation_window_minutes: 20_000,
            late_cancel_fee: { kind: "percent", percent: 50 },
            ...deposit,
          },
          { now: open.clock.now(), ifMatch: null },
        ),
      );
    await policy({});
    const booked = await bookTen();
    const one = await wait({ auto_book: true });
    await cancel(booked);
    await rested();
    expect(await entry(one)).toMatchObject({ status: "booked", offer: null });
    const { manage_url } = (await asClient(one)).body.data;
    const managed = await open.visit("GET", `appointments/${String(manage_url).split("/").at(-1)}`);
    expect(managed.body.data).toMatchObject({
      starts_at: TEN,
      cancellation_fee: null,
      free_until: "2027-03-01T14:03:00+01:00",
    });
    expect(await emails()).toEqual(["joined", "booked"]);
    // Without a payment account, no deposit is due. offerDeposits.test.ts tests a salon with an account.
    await policy({ deposit: { kind: "percent", percent: 20 } });
    const two = await wait({ auto_book: true });
    await cancel((await entry(one)).appointment_id);
    await rested();
    expect((await entry(two)).status).toBe("booked");
  });
});

describe("an offer", () => {
  /** Creates an entry and, by a request of a staff member, an offer for this entry. */
  const offered = async (more: object = {}) => {
    const waiting = await wait(more);
    const items = [{ service_id: open.salon.cut, staff_id: open.salon.anna }];
    const made = await owner("POST", `/waitlist/${waiting.id}/offers`, { starts_at: TEN, items });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return { ...waiting, offerId: made.body.data.id as string };
  };

  test("by staff can be withdrawn; the client keeps the position", async () => {
    const one = await offered();
    const items = [{ service_id: open.salon.cut, staff_id: open.salon.anna }];
    const again = await owner("POST", `/waitlist/${one.id}/offers`, { starts_at: ELEVEN, items });
    expect(again.body.code).toBe("invalid_transition");
    const two = await wait();
    const same = await owner("POST", `/waitlist/${two.id}/offers`, { starts_at: TEN, items });
    expect(same).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    expect(same.body.details.alternatives).toHaveLength(3);
    const other = [{ service_id: open.salon.cut, staff_id: open.salon.ben }];
    const wrong = await owner("POST", `/waitlist/${two.id}/offers`, { starts_at: TEN, items: other });
    expect(wrong.body.details.fields[0].path).toBe("/items/0/staff_id");
    for (const _ of [1, 2])
      expect((await owner("DELETE", `/offers/${one.offerId}`)).body.data).toEqual({
        id: one.offerId,
        deleted: true,
      });
    expect(await entry(one)).toMatchObject({ status: "waiting", offer: { status: "withdrawn" } });
    expect((await accept(one)).body.code).toBe("invalid_transition");
    expect((await emails()).filter((kind) => kind === "gone")).toHaveLength(1);
  });

  test("is revoked when staff book over it, and the client is notified", async () => {
    const one = await offered();
    await bookTen();
    await run();
    expect(await entry(one)).toMatchObject({ status: "waiting", offer: { status: "withdrawn" } });
    expect(await emails()).toEqual(["joined", "offer", "gone"]);
  });

  test("whose time is gone at the acceptance answers with three free starts", async () => {
    const one = await offered();
    await bookTen();
    const refused = await accept(one);
    expect(refused).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    expect(refused.body.details.alternatives).toHaveLength(3);
    expect(await entry(one)).toMatchObject({ status: "waiting", offer: { status: "withdrawn" } });
  });

  test("ends with the entry: cancelled, booked by staff, or with its client deleted", async () => {
    const slots = async () => {
      const query = new URLSearchParams({
        location_id: open.salon.locationId,
        service_ids: open.salon.cut,
        staff_ids: open.salon.anna,
        ...MARCH_9,
      });
      const { body } = await open.visit("GET", `/availability?${query}`);
      return body.data.slots.map(({ starts_at }: { starts_at: string }) => starts_at);
    };
    const one = await offered();
    expect(await slots()).not.toContain(TEN);
    expect((await asClient(one, "", undefined, "DELETE")).body.data.status).toBe("cancelled");
    expect(await slots()).toContain(TEN);
    const two = await offered();
    const booked = await owner("POST", "/appointments", {
      location_id: open.salon.locationId,
      client_id: two.client_id,
      starts_at: ELEVEN,
      items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
    });
    const appointment_id = booked.body.data.id;
    const linked = await owner("PATCH", `/waitlist/${two.id}`, { appointment_id });
    expect(linked.body.data).toMatchObject({ status: "booked", appointment_id });
    expect(await slots()).toContain(TEN);
    const three = await offered();
    expect((await owner("DELETE", `/clients/${three.client_id}`)).status).toBe(200);
    expect((await entry(three)).status).toBe("cancelled");
    expect((await asClient(three)).status).toBe(404);
    expect(await slots()).toContain(TEN);
  });

  test("to a client who was blocked since, or of a changed policy, is not accepted", async () => {
    const one = await offered();
    const policy = { cancellation_window_minutes: 60 };
    await open.database.transaction((tx) =>
      setPolicy(tx, open.salon.businessId, policy, { now: open.clock.now(), ifMatch: null }),
    );
    const changed = await accept(one);
    expect(changed).toMatchObject({ status: 409, body: { code: "policy_changed", details: { version: 1 } } });
    await owner("PATCH", `/clients/${one.client_id}`, { online_booking_blocked: true });
    const refused = await accept(one, { policy_version: 1 });
    expect(refused).toMatchObject({ status: 403, body: { code: "online_booking_unavailable" } });
    expect((await decline(one)).status).toBe(200);
  });

  test("of an earlier time reschedules the appointment that it replaces", async () => {
    const booked = await open.book("2027-03-09T16:00:00+01:00", open.salon.cut);
    const { id } = booked.body.data;
    const one = await offered({ client_id: open.salon.clientId, replaces_appointment_id: id });
    const later = await owner("GET", `/waitlist/${one.id}`);
    expect(later.body.data.replaces_appointment_id).toBe(id);
    expect((await accept(one)).status).toBe(200);
    expect(await entry(one)).toMatchObject({ status: "booked", appointment_id: id });
    expect((await open.call("GET", `/appointments/${id}`)).body.data.starts_at).toBe(TEN);
  });

  test("is for one of many: two acceptances, a booking by staff and a hold at once", async () => {
    for (let round = 0; round < (isFullRun ? 200 : 3); round++) {
      const one = await offered();
      const answers = await Promise.all([
        accept(one),
        accept(one),
        open.book(TEN, open.salon.cut),
        open.visit("POST", "/holds", {
          location_id: open.salon.locationId,
          starts_at: TEN,
          items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
        }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.every((status) => status < 500)).toBe(true);
      const found = await open.call(
        "GET",
        `/appointments?location_id=${open.salon.locationId}&from=${encodeURIComponent(TEN)}&to=${encodeURIComponent(ELEVEN)}&status=booked`,
      );
      expect([statuses, found.body.data.items.length]).toEqual([statuses, 1]);
      await cancel(found.body.data.items[0].id);
      await owner("DELETE", `/waitlist/${one.id}`);
    }
  });
});

test("matches of an entry lie in its windows, and staff see only entries that name them", async () => {
  const one = await wait({ windows: [{ ...MARCH_9, starts: "10:00", ends: "11:00" }] });
  const found = await owner("GET", `/waitlist/${one.id}/matches?from=2027-03-01&to=2027-03-31`);
  const starts = found.body.data.matches.map(({ starts_at }: { starts_at: string }) => starts_at);
  expect(starts).toEqual([TEN, "2027-03-09T10:15:00+01:00"]);
  const ben = await wait({ items: [{ service_id: open.salon.cut, staff_id: open.salon.ben }] });
  const staff = await signedInMember(open, "staff");
  expect((await staff("GET", `/waitlist/${ben.id}/matches`)).status).toBe(404);
  const near = `/waitlist/matches?location_id=${open.salon.locationId}&from=2027-03-09&to=2027-03-09`;
  const own = (await staff("GET", near)).body.data.matches;
  expect(own.map(({ entry_id }: { entry_id: string }) => entry_id)).toEqual([one.id]);
  const all = (await owner("GET", near)).body.data.matches;
  expect(all.map(({ entry_id }: { entry_id: string }) => entry_id)).toEqual([one.id, ben.id]);
});

test("a client is notified once, a day before the entry expires", async () => {
  const one = await wait({ windows: [{ from: "2027-03-05", to: "2027-03-05" }] });
  open.clock.set(Date.parse("2027-03-04T23:59:00+01:00"));
  await run();
  expect(await emails()).toEqual(["joined"]);
  open.clock.set(Date.parse("2027-03-05T00:01:00+01:00"));
  await run();
  await run();
  expect(await emails()).toEqual(["joined", "expiring"]);
  expect((await entry(one)).status).toBe("waiting");
});

test("a worker that is killed after an offer leaves its freed time to another, and no other client gets an offer for it", async () => {
  await fullDay();
  const booked = await bookTen();
  const [one, two] = [await wait(), await wait()];
  await cancel(booked);
  await run();
  later(2);
  await run();
  // Inserts the freed time again, as if a worker had been killed after the offer and its lease had ended.
  await sql(open.database)`
    insert into freed_times (business_id, location_id, due_at, starts_at, ends_at)
    select business_id, location_id, ${new Date(open.clock.now())}, starts_at, ends_at
    from waitlist_offers
    where business_id = ${open.salon.businessId}`;
  await run();
  expect((await entry(one)).status).toBe("offered");
  expect((await entry(two)).status).toBe("waiting");
});
