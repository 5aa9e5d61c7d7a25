import type pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSubject } from "../../src/features/scheduling/calendar/index.ts";
import { createCalendar } from "../../src/features/scheduling/snapshot/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import { businessWithApiKey } from "../fixtures/businessWithApiKey.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { type FreshDatabase, freshDatabase, isCluster, openPatiently } from "../fixtures/database.ts";
import { untilTransactionWaits } from "./waiting.ts";

/** Tests the constraints on the claims table directly, without the server's checks. */
let fresh: FreshDatabase;
let businessId: string;
const staffId = newId();
/** Resources with three units each. */
const room = newId();
const otherRoom = newId();

let one: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  const database = openPatiently({ connectionString: fresh.connectionString });
  ({ businessId } = await businessWithApiKey(database));
  await database.transaction(async (tx) => {
    createCalendar(tx, businessId);
    createSubject(tx, businessId, { id: staffId, kind: "staff", capacity: 1 });
    for (const id of [room, otherRoom]) createSubject(tx, businessId, { id, kind: "resource", capacity: 3 });
  });
  await database.close();
});

beforeEach(async () => {
  one = await connectedClient(fresh.connectionString);
  other = await connectedClient(fresh.connectionString);
  await one.query("begin");
  await other.query("begin");
});

afterEach(async () => {
  await Promise.all([one.query("rollback"), other.query("rollback")]);
  await Promise.all([one.end(), other.end()]);
});

test("of two overlapping claims in concurrent transactions, the second waits and fails once the first is committed", async () => {
  await take(one, staffId, { from: 9, until: 10 });
  const second = take(other, staffId, { from: 9.5, until: 10.5 });
  const failure = expect(second).rejects.toMatchObject({
    code: "23P01",
    message: expect.stringContaining("claims_do_not_overlap"),
  });
  await untilTransactionWaits(fresh.connectionString);
  await one.query("commit");
  await failure;
});

test("of two overlapping claims in two open transactions the second waits, and succeeds when the first is rolled back", async () => {
  await take(one, staffId, { from: 11, until: 12 });
  const second = take(other, staffId, { from: 11, until: 12 });
  await untilTransactionWaits(fresh.connectionString);
  await one.query("rollback");
  await second;
  expect((await other.query("commit")).command).toBe("COMMIT");
});

test("a claim may begin at the end of another one, and neither waits", async () => {
  await take(one, staffId, { from: 13, until: 14 });
  await take(other, staffId, { from: 14, until: 15 });
});

test("a claim on a unit beyond the capacity fails", async () => {
  for (const unit of [0, 1, 2]) await take(one, room, { from: 9, until: 10, unit });
  await expect(take(one, room, { from: 9, until: 10, unit: 3 })).rejects.toMatchObject({
    code: "23503",
    message: expect.stringContaining("claims_unit_fkey"),
  });
});

test("a staff member has no second unit", async () => {
  await expect(take(one, staffId, { from: 9, until: 10, unit: 1 })).rejects.toMatchObject({
    message: expect.stringContaining("claims_unit_fkey"),
  });
});

test("the exclusion constraint ignores overbooked claims", async () => {
  await take(one, staffId, { from: 16, until: 17 });
  await take(one, staffId, { from: 16, until: 17, overbooked: true });
  await take(one, staffId, { from: 16, until: 17, overbooked: true });
  await take(other, staffId, { from: 16, until: 18, overbooked: true });
});

const flags = [false, true];
const pairs = flags.flatMap((isFirstOverbooked) =>
  flags.flatMap((isSecondOverbooked) =>
    flags.flatMap((sameSubject) =>
      flags.flatMap((sameUnit) =>
        flags.map((overlaps) => ({ isFirstOverbooked, isSecondOverbooked, sameSubject, sameUnit, overlaps })),
      ),
    ),
  ),
);

test.each(pairs)(
  "two claims exclude each other only if none is overbooked and unit and time are the same: %o",
  async ({ isFirstOverbooked, isSecondOverbooked, sameSubject, sameUnit, overlaps }) => {
    await take(one, room, { from: 9, until: 10, unit: 0, overbooked: isFirstOverbooked });
    const second = take(one, sameSubject ? room : otherRoom, {
      from: overlaps ? 9.5 : 10,
      until: 11,
      unit: sameUnit ? 0 : 1,
      overbooked: isSecondOverbooked,
    });
    const excluded = !isFirstOverbooked && !isSecondOverbooked && sameSubject && sameUnit && overlaps;
    if (excluded) await expect(second).rejects.toMatchObject({ code: "23P01" });
    else await second;
  },
);

test("an overbooked claim over another cannot become a claim that is not overbooked", async () => {
  const id = newId();
  await take(one, room, { from: 9, until: 10 });
  await take(one, room, { from: 9, until: 10, overbooked: true, id });
  await expect(
    one.query("update claims set overbooked = false where business_id = $1 and id = $2", [businessId, id]),
  ).rejects.toMatchObject({ code: "23P01" });
});

// `set constraints` does not reach the workers of a cluster (docs/scale.md).
test.skipIf(isCluster)("a transaction can swap the units of claims one by one", async () => {
  const [first, second] = [newId(), newId()];
  await take(one, room, { from: 9, until: 10, unit: 0, id: first });
  await take(one, room, { from: 9, until: 10, unit: 1, id: second });
  await one.query("set constraints claims_do_not_overlap deferred");
  await recolour(one, first, 1);
  await recolour(one, second, 0);
  expect((await one.query("commit")).command).toBe("COMMIT");
});

test.skipIf(isCluster)("a swap of units that ends in an overlap fails at the commit", async () => {
  const first = newId();
  await take(one, room, { from: 11, until: 12, unit: 0, id: first });
  await take(one, room, { from: 11, until: 12, unit: 1 });
  await one.query("set constraints claims_do_not_overlap deferred");
  await recolour(one, first, 1);
  await expect(one.query("commit")).rejects.toMatchObject({
    code: "23P01",
    message: expect.stringContaining("claims_do_not_overlap"),
  });
});

test.each([
  { what: "empty", during: "empty" },
  { what: "without an end", during: "[2027-03-01 09:00Z,)" },
  { what: "that includes its end", during: "[2027-03-01 09:00Z,2027-03-01 10:00Z]" },
])("time $what cannot be claimed", async ({ during }) => {
  await expect(insert(one, staffId, during, {})).rejects.toMatchObject({
    message: expect.stringContaining("claims_during_is_finite"),
  });
});

interface Claim {
  /** The start and the end (`until`, exclusive) in hours of the day. */
  readonly from: number;
  readonly until: number;
  readonly unit?: number;
  readonly overbooked?: boolean;
  readonly id?: string;
}

function take(client: pg.Client, subjectId: string, { from, until, ...claim }: Claim): Promise<unknown> {
  const at = (hour: number) => new Date(Date.UTC(2027, 2, 1) + hour * 3_600_000).toISOString();
  return insert(client, subjectId, `[${at(from)},${at(until)})`, claim);
}

/** Inserts a claim of a hold. Holds need no row in another table, and the constraints are the same for all claims. */
function insert(
  client: pg.Client,
  subjectId: string,
  during: string,
  { id = newId(), unit = 0, overbooked = false }: Partial<Claim>,
): Promise<unknown> {
  return client.query(
    `insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, hold_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, false, gen_random_uuid(), '2027-03-02 09:00Z')`,
    [businessId, id, subjectId, during, unit, overbooked],
  );
}

function recolour(client: pg.Client, id: string, unit: number): Promise<unknown> {
  return client.query("update claims set unit = $3 where business_id = $1 and id = $2", [
    businessId,
    id,
    unit,
  ]);
}
