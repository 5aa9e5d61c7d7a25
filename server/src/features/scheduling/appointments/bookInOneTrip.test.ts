import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { bookingOf, refusedFields, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateService } from "../../business/services/index.ts";
import { deleteClient } from "../../clients/clients/index.ts";
import { createTemplate } from "../../clients/forms/index.ts";
import { createBlocks } from "../blocks/index.ts";
import { lockSubjects } from "../calendar/index.ts";
import { withSnapshot } from "../snapshot/index.ts";

let open: TestApp;
let first: TestApp | undefined;
beforeEach(async () => {
  open = await testApp(first === undefined ? {} : { beside: first });
  first ??= open;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const at = (time: string) => `2027-03-08T${time}:00+01:00`;
const CHECK = "calendar_require_free_time";
const LOCKS = ["calendar_lock_subjects", "calendar_raise_versions"];

/** Returns the result of `work` and, for each write that contains statements of a booking, the names of these statements. */
async function tripsOf<T>(work: () => Promise<T>) {
  const write = vi.spyOn(Socket.prototype, "write");
  const result = await work();
  const trips = write.mock.calls
    .map(([bytes]) => String(bytes))
    .map((text) =>
      [
        "\0begin\0",
        "calendar_lock_subjects",
        "calendar_raise_versions",
        CHECK,
        "appointments_insert\0",
        "idempotency_insert\0",
        "\0commit\0",
      ]
        .filter((part) => text.includes(part))
        .map((part) => part.replaceAll("\0", "")),
    )
    .filter((parts) => parts.some((part) => LOCKS.includes(part)) || parts.includes("appointments_insert"));
  write.mockRestore();
  return { result, trips };
}
const IN_ONE = ["begin", "calendar_raise_versions", CHECK, "appointments_insert", "commit"];
const IN_ONE_OF_SEVERAL = ["begin", ...LOCKS, ...IN_ONE.slice(2)];
const IN_TWO = [
  ["begin", "calendar_lock_subjects"],
  ["appointments_insert", "commit"],
];

describe("a booking takes one round trip", () => {
  test("if its time is free, and answers as GET does", async () => {
    const { salon, book, call } = open;
    const { result, trips } = await tripsOf(() => book(at("09:00"), salon.cut));
    expect(trips).toEqual([IN_ONE]);
    expect(result).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect((await call("GET", `/appointments/${result.body.data.id}`)).body).toEqual(result.body);
    const next = await tripsOf(() => book(at("09:55"), salon.cut));
    expect(next).toMatchObject({ result: { status: 201 }, trips: [IN_ONE] });
  });

  test("with several items and staff members", async () => {
    const { salon, call } = open;
    const items = [
      [salon.cut, salon.anna],
      [salon.colour, salon.ben],
    ] as [string, string][];
    const { result, trips } = await tripsOf(() =>
      call("POST", "/appointments", bookingOf(salon, at("09:00"), items)),
    );
    expect(result.status).toBe(201);
    expect(trips).toEqual([IN_ONE_OF_SEVERAL]);
  });

  test("in which its response is stored", async () => {
    const { salon, call } = open;
    const send = () =>
      call("POST", "/appointments", bookingOf(salon, at("09:00"), [[salon.cut, salon.anna]]), {
        "idempotency-key": salon.businessId,
      });
    const { result, trips } = await tripsOf(send);
    expect(trips).toEqual([[...IN_ONE.slice(0, 4), "idempotency_insert", "commit"]]);
    expect(await send()).toMatchObject({ status: 201, body: result.body });
  });

  test("if it needs a resource that the cached busy time shows as free, and only then", async () => {
    const { salon, book, call } = open;
    const search = () =>
      call(
        "GET",
        `/availability?location_id=${salon.locationId}&service_ids=${salon.massage}&from=2027-03-08&to=2027-03-08`,
      );
    const unknown = await tripsOf(() => book(at("09:00"), salon.massage));
    expect(unknown).toMatchObject({ result: { status: 201 }, trips: IN_TWO });
    await search();
    const known = await tripsOf(() => book(at("12:00"), salon.massage));
    expect(known).toMatchObject({ result: { status: 201 }, trips: [IN_ONE_OF_SEVERAL] });
    expect(known.result.body.data.items[0].resource_ids).toEqual([salon.roomId]);
    const taken = await tripsOf(() => book(at("12:00"), salon.massage, salon.ben));
    expect(taken).toMatchObject({ result: { status: 409 }, trips: IN_TWO.slice(0, 1) });
  });
});

describe("a booking takes two round trips", () => {
  test("of a time that this process has tried before", async () => {
    const { salon, book, call } = open;
    const { id } = (await book(at("09:00"), salon.cut)).body.data;
    const refused = await tripsOf(() => book(at("09:30"), salon.cut));
    expect(refused).toMatchObject({ result: { status: 409 }, trips: IN_TWO.slice(0, 1) });
    await call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
    const again = await tripsOf(() => book(at("09:00"), salon.cut));
    expect(again).toMatchObject({ result: { status: 201 }, trips: IN_TWO });
  });

  test("with `force`, and of a staff member who may book only for own clients", async () => {
    const { salon, book } = open;
    const owner = await signedInMember(open, "owner");
    const body = (time: string) => bookingOf(salon, at(time), [[salon.cut, salon.anna]]);
    const forced = await tripsOf(() => owner("POST", "/appointments", { ...body("09:00"), force: true }));
    expect(forced).toMatchObject({ result: { status: 201 }, trips: IN_TWO });
    await book(at("13:00"), salon.cut, salon.anna);
    const anna = await signedInMember(open, "staff");
    const own = await tripsOf(() => anna("POST", "/appointments", body("15:00")));
    expect(own.result.status).toBe(201);
    expect(own.trips.flat()).not.toContain(CHECK);
  });

  test("if its services require a form", async () => {
    const { salon, database, clock, book } = open;
    const form = { name: "Health", fields: [{ type: "text" as const, label: "Allergies?" }] };
    await database.transaction((tx) => createTemplate(tx, salon.businessId, form, clock.now()));
    const { result, trips } = await tripsOf(() => book(at("09:00"), salon.cut));
    expect(result.body.data.forms_pending).toBe(1);
    expect(trips.flat()).not.toContain(CHECK);
  });
});

describe("a change that is committed while a booking waits for the lock", () => {
  /** Books while another connection holds Anna's lock, and returns the response after that connection has committed `change`. */
  async function bookDuring(change: (tx: Transaction) => Promise<unknown>, serviceId = open.salon.cut) {
    const { salon, database, connectionString, book } = open;
    let booking: ReturnType<typeof book> | undefined;
    const { result, trips } = await tripsOf(async () => {
      await database.transaction(async (tx) => {
        await lockSubjects(tx, salon.businessId, [salon.anna]);
        booking = book(at("09:00"), serviceId);
        await untilTransactionWaits(connectionString);
        await change(tx);
      });
      return booking;
    });
    // The first write is the lock of the other connection.
    expect(trips.slice(1).map((parts) => parts.includes(CHECK))).toEqual([
      true,
      ...trips.slice(2).map(() => false),
    ]);
    return result as NonNullable<typeof result>;
  }
  const block = (tx: Transaction, [starts, ends]: [string, string]) =>
    withSnapshot(open.database, open.salon.businessId, (snapshot) =>
      createBlocks(
        tx,
        snapshot,
        {
          location_id: open.salon.locationId,
          staff_id: open.salon.anna,
          starts_at: at(starts),
          ends_at: at(ends),
        },
        open.clock.now(),
      ),
    );

  test("is a conflict if it takes the time", async () => {
    const answer = await bookDuring((tx) => block(tx, ["09:30", "10:00"]));
    expect(answer).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    expect(answer.body.details.conflicts).toMatchObject([{ reason: "block", starts_at: at("09:30") }]);
  });

  test("does not matter if it takes other time of the staff member", async () => {
    expect((await bookDuring((tx) => block(tx, ["11:00", "12:00"]))).status).toBe(201);
  });

  test("applies if it changes the service", async () => {
    const { salon, clock } = open;
    const changes = { duration_minutes: 120, price: { amount: 100, currency: "EUR" } };
    const service = await open.addService({ name: "Braids" });
    const answer = await bookDuring(
      (tx) => updateService(tx, salon.businessId, service, changes, clock.now()),
      service,
    );
    expect(answer.body.data).toMatchObject({ ends_at: at("11:00"), total: { amount: 100 } });
  });
});

test("a client who is deleted while a booking waits is refused", async () => {
  const { salon, database, connectionString, book, clock } = open;
  const clientId = await open.addClient({});
  let booking: ReturnType<typeof book> | undefined;
  await database.transaction(async (tx) => {
    const deletion = { businessId: salon.businessId, clientId, now: clock.now(), ifMatch: null, own: null };
    await deleteClient(tx, deletion);
    booking = book(at("09:00"), salon.cut, salon.anna, { client_id: clientId });
    await untilTransactionWaits(connectionString);
  });
  expect(refusedFields((await booking) as Awaited<ReturnType<typeof book>>)).toEqual(["/client_id"]);
});

test("the audit log records no inserts into the tables that a booking writes, so the booking sets no actor", async () => {
  const client = await connectedClient(open.connectionString);
  const written = ["appointments", "appointment_items", "claims", "events", "event_bodies", "changes"];
  const { rows } = await client.query(
    `select relation.relname as table, (trigger.tgtype & 4) > 0 as on_insert
     from pg_trigger as trigger
     join pg_class as relation on relation.oid = trigger.tgrelid
     join pg_proc as function on function.oid = trigger.tgfoid
     where function.proname = 'audit_row'
       and relation.relname = any ($1)`,
    [[...written, "appointment_notifications", "idempotency_keys"]],
  );
  await client.end();
  expect(rows).toEqual([{ table: "appointments", on_insert: false }]);
});
