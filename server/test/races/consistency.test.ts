import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { inconsistenciesOf } from "./consistency.ts";
import { oneServer, type RaceFixture } from "./fixture.ts";
import { fullBook } from "./fullBook.ts";

/** Tests that the consistency check of the race and crash tests detects damaged records. */
let fixture: RaceFixture;
let client: pg.Client;

beforeEach(async () => {
  fixture = await oneServer({ roomCapacity: 3 });
  const [book] = fixture.batch.clients;
  for (const { body } of fullBook(fixture.salon, 5))
    expect((await book?.("POST", "/appointments", body))?.status).toBe(201);
  client = await connectedClient(fixture.connectionString);
}, 240_000);

afterEach(async () => {
  await client.end();
  await fixture.close();
}, 240_000);

test("consistent records have no inconsistencies", async () => {
  expect(await inconsistenciesOf(fixture.connectionString)).toEqual([]);
});

test.each([
  {
    damage: "a deleted claim",
    sql: "delete from claims where id = (select min(id::text)::uuid from claims)",
    expected: /^claim missing/,
  },
  {
    damage: "a claim that is a minute too short",
    // Computes the new range in a subquery, because Citus rejects a computation with an instant in `set`.
    sql: `with shorter as materialized (
       select business_id, id, tstzrange(lower(during), upper(during) - interval '1 minute') as during from claims order by id limit 1
     )
     update claims set during = shorter.during
     from shorter
     where claims.business_id = shorter.business_id and claims.id = shorter.id`,
    expected: /^claim (missing|too many)/,
  },
  {
    damage: "claims of a cancelled appointment",
    sql: "update appointments set status = 'cancelled'",
    expected: /^claim too many/,
  },
  {
    damage: "a deleted event",
    sql: "delete from events where id = (select min(id::text)::uuid from events where type = 'appointment.created')",
    expected: /has 0 events$/,
  },
  {
    damage: "deleted appointment items",
    sql: "delete from appointment_items",
    expected: /^(claim too many|appointment without items)/,
  },
])("the check finds damage: $damage", async ({ sql, expected }) => {
  await client.query(sql);
  const inconsistencies = await inconsistenciesOf(fixture.connectionString);
  expect(inconsistencies.length).toBeGreaterThan(0);
  expect(inconsistencies.filter((found) => !expected.test(found))).toEqual([]);
});
