import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loosePagesOf } from "./evening.ts";
import { type House, oneServer } from "./fixture.ts";
import { fullBook } from "./fullBook.ts";

/** The check that every race and every crash ends with is worth something: it finds what is torn out of good books. */
let house: House;
let client: pg.Client;

beforeEach(async () => {
  house = await oneServer({ roomCapacity: 3 });
  const [book] = house.crowd.clients;
  for (const { body } of fullBook(house.salon, 5))
    expect((await book?.("POST", "/appointments", body))?.status).toBe(201);
  client = new pg.Client({ connectionString: house.connectionString });
  await client.connect();
}, 60_000);

afterEach(async () => {
  await client.end();
  await house.close();
}, 60_000);

test("books that fit together have no loose page", async () => {
  expect(await loosePagesOf(house.connectionString)).toEqual([]);
});

test.each([
  {
    torn: "a claim",
    sql: "delete from claims where id = (select min(id::text)::uuid from claims)",
    page: /^claim missing/,
  },
  {
    torn: "a minute of a claim",
    sql: "update claims set during = tstzrange(lower(during), upper(during) - interval '1 minute') where id = (select min(id::text)::uuid from claims)",
    page: /^claim (missing|too many)/,
  },
  { torn: "a cancellation", sql: "update appointments set status = 'cancelled'", page: /^claim too many/ },
  {
    torn: "an event",
    sql: "delete from events where id = (select min(id::text)::uuid from events where type = 'appointment.created')",
    page: /was told 0 times$/,
  },
  {
    torn: "all items",
    sql: "delete from appointment_items",
    page: /^(claim too many|visit without items)/,
  },
])("$torn torn out is found", async ({ sql, page }) => {
  await client.query(sql);
  const pages = await loosePagesOf(house.connectionString);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((found) => !page.test(found))).toEqual([]);
});
