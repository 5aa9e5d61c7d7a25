import { describe, expect, test } from "vitest";
import { emittedBy } from "../../../../test/fixtures/calendarChanges.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { newId } from "../../../kernel/ids.ts";
import { deleteClient } from "../../clients/clients/index.ts";
import { withSnapshot } from "../snapshot/index.ts";
import { clientAppointments } from "./clientAppointments.ts";
import { book } from "./index.ts";

const open = await testApp({ isShared: true });

const remove = (id: string, headers: Record<string, string> = {}) =>
  open.call("DELETE", `/clients/${id}`, undefined, headers);
const currentAppointment = async (id: string) => (await open.call("GET", `/appointments/${id}`)).body.data;
const transitionTo = (id: string, to: string) => open.call("POST", `/appointments/${id}/transitions`, { to });

let week = 0;
/** Returns a different Monday for each call, far in the future. */
const monday = () => new Date(Date.UTC(2028, 0, 3, 9) + 7 * 86_400_000 * week++).toISOString();
async function newAppointment(
  client_id: string,
  more: { at?: string; status?: string; staff?: string } = {},
) {
  const { at = monday(), status = "booked", staff = open.salon.anna } = more;
  const booked = await open.book(at, open.salon.cut, staff, { client_id, status });
  expect(booked.status).toBe(201);
  return booked.body.data;
}
async function liveOf(clientId: string) {
  const { businessId } = open.salon;
  return (
    await sql(open.database)<{ live: number; claims: number }>`
    select
      count(*) filter (where status in ('requested', 'booked')) as live,
      (
        select count(*)
        from claims
        join appointments as taken on taken.business_id = claims.business_id and taken.id = claims.appointment_id
        where claims.business_id = ${businessId} and taken.client_id = ${clientId}
      ) as claims
    from appointments
    where business_id = ${businessId} and client_id = ${clientId} and starts_at >= ${new Date(open.clock.now())}`
  )[0];
}

describe("a deleted client", () => {
  test("appears in no answer, and the time of the deletion is stored", async () => {
    const id = await open.addClient({ first_name: "Xaver", last_name: "Weg", phone_e164: "+4915112345678" });
    const answer = await remove(id);
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id, deleted: true } } });
    expect(answer.headers.etag).toBeUndefined();
    const unknown = newId();
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { first_name: "Back" }],
      ["DELETE", "", undefined],
      ["GET", "/appointments", undefined],
    ] as const) {
      const [gone, never] = [
        await open.call(method, `/clients/${id}${path}`, body),
        await open.call(method, `/clients/${unknown}${path}`, body),
      ];
      expect(gone.status).toBe(404);
      expect(gone.body).toEqual(never.body);
    }
    for (const search of ["?q=xaver", "?q=5112345", "?q=weg&updated_since=2020-01-01T00:00:00Z"])
      expect((await open.call("GET", `/clients${search}`)).body.data.items).toEqual([]);
    const all = await open.call("GET", "/clients?limit=100");
    expect(all.body.data.items.map((each: { id: string }) => each.id)).not.toContain(id);
    const [row] = await sql(open.database)<{ deleted_at: number | null }>`
      select deleted_at from clients where business_id = ${open.salon.businessId} and id = ${id}`;
    expect(row).toEqual({ deleted_at: open.clock.now() });
  });

  test("cannot be booked, neither once nor recurring", async () => {
    const client_id = await open.addClient({});
    await remove(client_id);
    const booking = {
      location_id: open.salon.locationId,
      client_id,
      starts_at: monday(),
      items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
    };
    expect(refusedFields(await open.call("POST", "/appointments", booking))).toEqual(["/client_id"]);
    const repeat = { ...booking, every_weeks: 1, occurrences: 2 };
    expect(refusedFields(await open.call("POST", "/appointments/recurring", repeat))).toEqual(["/client_id"]);
  });
});

describe("the appointments of a deleted client", () => {
  test("that are requested or booked in the future are cancelled by staff, and their time is free", async () => {
    const id = await open.addClient({});
    const now = new Date(open.clock.now()).toISOString();
    const before = new Date(open.clock.now() - 60_000).toISOString();
    const booked = await newAppointment(id);
    const requested = await newAppointment(id, { status: "requested", staff: open.salon.ben });
    const starting = await newAppointment(id, { at: now, staff: open.salon.ben });
    const underWay = await newAppointment(id, { at: before });
    const arrived = await newAppointment(id);
    await transitionTo(arrived.id, "arrived");
    const declined = await newAppointment(id, { status: "requested" });
    await transitionTo(declined.id, "declined");
    const others = await newAppointment(open.salon.clientId);

    expect((await remove(id)).status).toBe(200);
    for (const was of [booked, requested, starting]) {
      const is = await currentAppointment(was.id);
      expect(is).toEqual({
        ...was,
        status: "cancelled",
        cancelled_at: "2027-03-01T06:00:00Z",
        cancelled_by: "team",
        status_reason: null,
        version: was.version + 1,
        updated_at: "2027-03-01T06:00:00Z",
      });
      const [item] = was.items;
      const again = await open.book(was.starts_at, open.salon.cut, item.staff_id);
      expect(again.status).toBe(201);
    }
    expect(await currentAppointment(underWay.id)).toEqual(underWay);
    expect((await currentAppointment(arrived.id)).status).toBe("arrived");
    expect((await currentAppointment(declined.id)).status).toBe("declined");
    expect(await currentAppointment(others.id)).toEqual(others);
  });

  test("have one event each, and the deletion has one event with only the id and the time", async () => {
    for (const payload of ["full", "ids_only"]) {
      const fixture = await testApp({ beside: open, ...(payload === "ids_only" ? { type: "med_spa" } : {}) });
      const client_id = await fixture.addClient({ first_name: "Zitrone" });
      const book = async (at: string) =>
        (await fixture.book(at, fixture.salon.cut, fixture.salon.anna, { client_id })).body.data;
      const booked = [await book(monday()), await book(monday())];
      await book("2026-01-05T10:00:00+01:00");
      const events = await emittedBy(fixture, () => fixture.call("DELETE", `/clients/${client_id}`));
      expect(events.map((event) => event.type).sort()).toEqual([
        "appointment.canceled",
        "appointment.canceled",
        "client.updated",
      ]);
      const gone = { id: client_id, deleted_at: "2027-03-01T06:00:00Z" };
      for (const event of events.filter(({ type }) => type === "client.updated")) {
        expect(JSON.parse(event.body_ids).data).toEqual(gone);
        if (payload === "full") expect(JSON.parse(event.body_full ?? "").data).toEqual(gone);
        else expect(event.body_full).toBeNull();
      }
      for (const was of booked) {
        const now = (await fixture.call("GET", `/appointments/${was.id}`)).body.data;
        const event = events.find(({ body_ids }) => body_ids.includes(was.id));
        if (payload === "full") expect(JSON.parse(event?.body_full ?? "").data).toEqual(now);
      }
    }
  });

  test("can be neither moved into the future nor restored", async () => {
    const id = await open.addClient({});
    const past = await newAppointment(id, { at: "2026-02-02T10:00:00+01:00" });
    const missed = await newAppointment(id);
    await transitionTo(missed.id, "no_show");
    const arrived = await newAppointment(id);
    await transitionTo(arrived.id, "arrived");
    await remove(id);
    const moved = await open.call("PATCH", `/appointments/${past.id}/schedule`, { starts_at: monday() });
    expect(moved).toMatchObject({
      status: 409,
      body: { code: "invalid_transition", details: { from: "booked", to: null } },
    });
    expect(await transitionTo(missed.id, "booked")).toMatchObject({
      status: 409,
      body: { code: "invalid_transition", details: { from: "no_show", to: "booked", allowed: [] } },
    });
    expect(await transitionTo(arrived.id, "booked")).toMatchObject({
      status: 409,
      body: { details: { from: "arrived", to: "booked", allowed: ["completed", "cancelled"] } },
    });
    // A past appointment can still be corrected.
    const at = "2026-02-02T12:00:00+01:00";
    expect((await open.call("PATCH", `/appointments/${past.id}/schedule`, { starts_at: at })).status).toBe(
      200,
    );
    expect((await transitionTo(past.id, "no_show")).status).toBe(200);
    expect((await transitionTo(past.id, "booked")).status).toBe(200);
    expect((await transitionTo(past.id, "completed")).status).toBe(200);
  });
});

describe("a deletion is refused", () => {
  test("without clients:write", async () => {
    const key = await open.keyWith("clients:read", "appointments:write");
    expect(await remove(open.salon.clientId, { authorization: `Bearer ${key}` })).toMatchObject({
      status: 403,
      body: { code: "forbidden_role", details: { required: "clients:write" } },
    });
  });

  test("of another business's client like that of an unknown one", async () => {
    const other = await testApp({ beside: open });
    const [foreign, never] = [await remove(other.salon.clientId), await remove(newId())];
    expect([foreign.status, foreign.body]).toEqual([404, never.body]);
    expect((await other.call("GET", `/clients/${other.salon.clientId}`)).status).toBe(200);
  });

  test("for an outdated version, and nothing is cancelled", async () => {
    const id = await open.addClient({});
    const booked = await newAppointment(id);
    await open.call("PATCH", `/clients/${id}`, { first_name: "New" });
    expect(await remove(id, { "if-match": '"1"' })).toMatchObject({
      status: 412,
      body: { code: "version_mismatch", details: { version: 2 } },
    });
    expect(await currentAppointment(booked.id)).toEqual(booked);
    expect((await remove(id, { "if-match": '"2"' })).status).toBe(200);
  });
});

describe("a deletion and a booking of the same client at once", () => {
  const inside = <T>(work: Parameters<typeof open.database.transaction<T>>[0]) =>
    open.database.transaction(work);
  const deletionOf = (clientId: string) => ({
    businessId: open.salon.businessId,
    clientId,
    now: open.clock.now(),
    ifMatch: null,
    own: null,
  });

  test("the booking waits for the deletion, and is refused", async () => {
    const id = await open.addClient({});
    let booking: ReturnType<typeof open.book> | undefined;
    await withSnapshot(open.database, open.salon.businessId, (snapshot) =>
      inside(async (tx) => {
        await deleteClient(tx, deletionOf(id));
        await clientAppointments.cancelUpcoming(tx, snapshot, deletionOf(id));
        booking ??= open.book(monday(), open.salon.cut, open.salon.anna, { client_id: id });
        await untilTransactionWaits(open.connectionString);
      }),
    );
    expect(refusedFields(await (booking as ReturnType<typeof open.book>))).toEqual(["/client_id"]);
    expect(await liveOf(id)).toEqual({ live: 0, claims: 0 });
  });

  test("the deletion waits for the booking, and cancels it", async () => {
    const id = await open.addClient({});
    let deletion: ReturnType<typeof remove> | undefined;
    const startsAt = Date.parse(monday());
    const outcome = await withSnapshot(open.database, open.salon.businessId, (snapshot) =>
      inside(async (tx) => {
        const booked = await book(tx, snapshot, {
          location_id: open.salon.locationId,
          client_id: id,
          startsAt,
          items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
          status: "booked",
          source: "api",
          now: open.clock.now(),
        });
        deletion ??= remove(id);
        await untilTransactionWaits(open.connectionString);
        return booked;
      }),
    );
    expect(outcome.outcome).toBe("booked");
    expect((await deletion)?.status).toBe(200);
    expect(await liveOf(id)).toEqual({ live: 0, claims: 0 });
    if (outcome.outcome === "booked")
      expect((await currentAppointment(outcome.record.id)).cancelled_by).toBe("team");
  });

  test("after concurrent bookings, moves and undos a deleted client has no future appointments", {
    timeout: 240_000,
  }, async () => {
    for (let round = 0; round < 15; round++) {
      const id = await open.addClient({});
      const past = await newAppointment(id, {
        at: `2026-03-${String(round + 1).padStart(2, "0")}T10:00:00+01:00`,
      });
      const missed = await newAppointment(id);
      await transitionTo(missed.id, "no_show");
      const coming = await newAppointment(id);
      const answers = await Promise.all([
        open.book(monday(), open.salon.cut, open.salon.anna, { client_id: id }),
        open.book(monday(), open.salon.cut, open.salon.ben, { client_id: id, status: "requested" }),
        open.call("PATCH", `/appointments/${past.id}/schedule`, { starts_at: monday() }),
        transitionTo(missed.id, "booked"),
        open.call("PATCH", `/appointments/${coming.id}/schedule`, { starts_at: monday() }),
        remove(id),
        remove(id),
        open.call("PATCH", `/clients/${id}`, { first_name: "Last" }),
        open.book(monday(), open.salon.cut, open.salon.anna, { client_id: id }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(Math.max(...statuses)).toBeLessThan(500);
      expect(statuses.slice(5, 7).sort()).toEqual([200, 404]);
      expect(await liveOf(id)).toEqual({ live: 0, claims: 1 - Number(statuses[2] === 200) });
    }
  });
});
