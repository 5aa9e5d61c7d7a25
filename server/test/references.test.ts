import type pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createLocation, updateLocation } from "../src/features/business/locations/index.ts";
import { setPolicy } from "../src/features/business/policies/index.ts";
import { updateService } from "../src/features/business/services/index.ts";
import {
  createStaffMember,
  replaceStaffHours,
  updateStaffMember,
} from "../src/features/business/staff/index.ts";
import { appointmentLocalTimes } from "../src/features/scheduling/appointments/index.ts";
import { lockSubjects } from "../src/features/scheduling/calendar/index.ts";
import { newId } from "../src/kernel/ids.ts";
import type { Transaction } from "../src/platform/database/index.ts";
import { describeOrphans, findOrphans, UNCHECKED_REFERENCES } from "../src/platform/database/index.ts";
import { connectedClient } from "./fixtures/connectedClient.ts";
import { type TestApp, testApp } from "./fixtures/testApp.ts";
import { rounds } from "./fullRun.ts";
import { whileWatching } from "./races/waiting.ts";
import { seeded } from "./races/wantedAppointments.ts";

/**
 * Tests that the columns without a foreign key (decision 102) reference only existing rows, after a random history of changes.
 */
let open: TestApp;
let client: pg.Client;

beforeAll(async () => {
  open = await testApp({ isShared: true });
  client = await connectedClient(open.connectionString);
});

const HOURS = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, starts: "09:00", ends: "18:00" }));

/** Changes the salon with random use cases and requests, and returns the outcomes, such as `book 201`. */
async function randomHistory(seed: number, operationCount: number): Promise<string[]> {
  const { salon, database, clock } = open;
  const { businessId, cut } = salon;
  const { below, one } = seeded(seed);
  const staffIds = [salon.anna, salon.ben];
  const locationIds = [salon.locationId];
  const appointments: { id: string; itemId: string }[] = [];
  const does = <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work);
  const now = () => clock.now();
  const start = () => new Date(Date.UTC(2027, 2, 8 + below(12), 8 + below(8), 15 * below(4))).toISOString();
  const idOf = (ids: readonly string[]) => (below(10) === 0 ? newId() : one(ids));
  const operations: Readonly<Record<string, () => Promise<string | number>>> = {
    async createStaff() {
      const input = { first_name: "Ada", location_ids: locationIds };
      const { id } = await does((tx) => createStaffMember(tx, businessId, input, now()));
      const weekly = locationIds
        .slice(0, 1)
        .flatMap((location_id) => HOURS.map((hours) => ({ ...hours, location_id })));
      await does((tx) => replaceStaffHours(tx, businessId, id, { weekly, exceptions: [] }, now()));
      staffIds.push(id);
      const staff = staffIds.map((staff_id) => ({ staff_id }));
      await does((tx) => updateService(tx, businessId, cut, { staff, location_ids: locationIds }, now()));
      return "done";
    },
    async setStaffActive() {
      const active = below(3) > 0;
      await does((tx) => updateStaffMember(tx, businessId, one(staffIds), { active }, now()));
      return active ? "active" : "inactive";
    },
    async addLocation() {
      const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
      const { id } = await does((tx) => createLocation(tx, businessId, { name: "Second", address }, now()));
      locationIds.push(id);
      return "done";
    },
    async setLocationActive() {
      const active = below(3) > 0;
      await does((tx) =>
        updateLocation(tx, businessId, one(locationIds), { active }, now(), appointmentLocalTimes),
      );
      return active ? "active" : "inactive";
    },
    async changePolicy() {
      const input = { cancellation_window_minutes: below(1_440) };
      await does((tx) => setPolicy(tx, businessId, input, { now: now(), ifMatch: null }));
      return "done";
    },
    async book() {
      const items = [{ service_id: cut, staff_id: idOf(staffIds) }];
      const location_id = idOf([...locationIds, salon.locationId, salon.locationId]);
      const body = { location_id, client_id: salon.clientId, starts_at: start(), items };
      const { status, body: answer } = await open.call("POST", "/appointments", body);
      if (status === 201) appointments.push({ id: answer.data.id, itemId: answer.data.items[0].id });
      return status;
    },
    async move() {
      if (appointments.length === 0) return "none";
      const { id, itemId } = one(appointments);
      const items = [{ id: itemId, staff_id: idOf(staffIds) }];
      return (await open.call("PATCH", `/appointments/${id}/schedule`, { starts_at: start(), items })).status;
    },
    async cancel() {
      if (appointments.length === 0) return "none";
      const { id } = one(appointments);
      return (await open.call("POST", `/appointments/${id}/transitions`, { to: "cancelled" })).status;
    },
  };
  const names = [
    "book",
    "book",
    "book",
    "book",
    "move",
    "move",
    "cancel",
    "createStaff",
    "setStaffActive",
    "addLocation",
    "setLocationActive",
    "changePolicy",
  ];
  const outcomes: string[] = [];
  for (let nth = 0; nth < operationCount; nth++) {
    const name = one(names);
    outcomes.push(`${name} ${await operations[name]?.()}`);
  }
  return outcomes;
}

test.each([1, 2, 3])("a random history leaves no reference to a missing row (seed %i)", async (seed) => {
  const outcomes = new Set(await randomHistory(seed, rounds(600)));
  expect([...outcomes]).toEqual(
    expect.arrayContaining([
      "book 201",
      "book 422",
      "move 200",
      "cancel 200",
      "createStaff done",
      "addLocation done",
      "changePolicy done",
    ]),
  );
  expect(await findOrphans(client, null)).toEqual([]);
  expect(await findOrphans(client, open.salon.businessId)).toEqual([]);
});

describe.each(UNCHECKED_REFERENCES)("$table.$column", ({ table, column, to, toColumn, toBusiness }) => {
  test("has no foreign key, and rows of the other table cannot be deleted", async () => {
    const { rows } = await client.query(
      `select k.conname
       from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
       where k.contype = 'f' and k.conrelid = $1::regclass and k.confrelid = $2::regclass and a.attname = $3`,
      [table, to, column],
    );
    expect(rows).toEqual([]);
    const ofBusiness = `${toBusiness} = '${open.salon.businessId}'`;
    // Unused services are deleted when an import is undone, and an administrator may empty their table.
    const truncations = to === "services" ? [] : [`truncate ${to} cascade`];
    for (const sql of [`delete from ${to} where ${ofBusiness}`, ...truncations])
      await expect(client.query(sql), sql).rejects.toThrow(/never deleted|stays as it was|has the service/);
  });

  test("is checked: a row that references a missing row is counted, in its business only", async () => {
    const other = await testApp({ beside: open });
    const businessId = column === "business_id" ? newId() : open.salon.businessId;
    await client.query("begin");
    await client.query(damaging(table, column, businessId));
    const found = await findOrphans(client, businessId);
    expect(found).toEqual([{ table, column, to, toColumn, toBusiness, count: 1 }]);
    expect(describeOrphans(found)).toBe(`1 row of ${table} (${column} → ${to})`);
    expect(await findOrphans(client, other.salon.businessId)).toEqual([]);
    await client.query("rollback");
  });
});

describe("a service is deleted while an appointment is booked", () => {
  /**
   * Deletes a service and books it, while another transaction holds the lock of the staff member. The second request starts when the
   * first waits for the lock.
   */
  async function race(first: "deletion" | "booking") {
    const { salon, database, connectionString, addService, book } = await testApp({ beside: open });
    const serviceId = await addService({});
    const parts = ["service_locations", "service_staff"].map(
      (table) => `delete from ${table} where service_id = '${serviceId}'`,
    );
    const requests = {
      deletion: () =>
        client
          .query([...parts, `delete from services where id = '${serviceId}'`].join(";"))
          .then(() => "deleted")
          .catch((error: pg.DatabaseError) => `${error.code} ${error.message}`),
      booking: async () => (await book("2027-03-30T10:00:00+02:00", serviceId)).status,
    };
    const order =
      first === "deletion" ? (["deletion", "booking"] as const) : (["booking", "deletion"] as const);
    const outcomes = await whileWatching(connectionString, (waiting) =>
      database.transaction(async (tx) => {
        await lockSubjects(tx, salon.businessId, [salon.anna]);
        const started: Promise<unknown>[] = [];
        for (const name of order) {
          started.push(requests[name]());
          await vi.waitUntil(async () => (await waiting()) >= started.length, {
            timeout: 60_000,
            interval: 5,
          });
        }
        return { started };
      }),
    );
    return Promise.all(outcomes.started);
  }

  test("the booking is refused if the deletion has the lock first", async () => {
    expect(await race("deletion")).toEqual(["deleted", 422]);
    expect(await findOrphans(client, null)).toEqual([]);
  });

  test("the deletion fails if the booking has the lock first", async () => {
    expect(await race("booking")).toEqual([201, "23503 an appointment has the service"]);
    expect(await findOrphans(client, null)).toEqual([]);
  });
});

/** Returns SQL that makes a row of the business reference a missing row. For `events`, the missing row is the business. */
function damaging(table: string, column: string, businessId: string): string {
  if (table === "events")
    return `insert into events (business_id, id, type, created_at) values ('${businessId}', '${newId()}', 'client.created', now())`;
  const missing = column === "policy_version" ? "2147483647" : `'${newId()}'`;
  return `update ${table}
    set ${column} = ${missing}
    where business_id = '${businessId}'
      and id = (select min(id::text)::uuid from ${table} where business_id = '${businessId}')`;
}
