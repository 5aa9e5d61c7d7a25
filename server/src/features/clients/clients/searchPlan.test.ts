import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { type FreshDatabase, freshDatabase } from "../../../../test/fixtures/database.ts";
import { NIL_ID, newId } from "../../../kernel/ids.ts";
import {
  type AnyStatement,
  type Database,
  openDatabase,
  statement,
} from "../../../platform/database/index.ts";
import { detailValues, EMPTY_DETAILS } from "./clientDetails.ts";
import { searchQueryOf } from "./searchQuery.ts";
import { listByName, listByUpdate, searchByName, searchByUpdate, searchNearby } from "./store.ts";

const CLIENTS = 100_000;
const NOW = Date.UTC(2027, 2, 29, 7, 30);

let fresh: FreshDatabase;
let database: Database;
let client: pg.Client;
let businessId: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ connectionString: fresh.connectionString });
  client = new pg.Client({ connectionString: fresh.connectionString });
  await client.connect();
  // Built once at the end, the index of the words takes a fraction of the time.
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'clients_by_word'");
  await client.query("drop index clients_by_word");
  // What was done to so many would be half of the work.
  await client.query("alter table clients disable trigger audit");
  // The clients of two other businesses with the same names must not be looked through either.
  for (let index = 0; index < 3; index++) {
    ({ businessId } = await businessWithApiKey(database));
    await addMany(businessId, index < 2 ? CLIENTS / 10 : CLIENTS);
  }
  await client.query(rows[0].indexdef);
  await client.query("vacuum analyze clients");
}, 300_000);
afterAll(async () => {
  await client.end();
  await database.close();
  await fresh.drop();
});

const SYLLABLES = [
  "an",
  "be",
  "ka",
  "lo",
  "mi",
  "ne",
  "ro",
  "sa",
  "ti",
  "vo",
  "wil",
  "zu",
  "mül",
  "ler",
  "stein",
];

/** A name like no other every so often and like many others mostly, the same for every run. */
function nameOf(index: number): string {
  const syllable = (place: number) =>
    SYLLABLES[Math.floor(index / SYLLABLES.length ** place) % SYLLABLES.length] ?? "";
  return syllable(0) + syllable(1) + syllable(2);
}

async function addMany(business: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 2000) {
    const rows = Array.from({ length: 2000 }, (_, offset) => valuesOf(business, start + offset));
    const columns = [0, 1, 2, 3, 8, 9, 10].map((column) => rows.map((row) => row[column]));
    const words = (columns.pop() as string[][]).map((each) => each.map((word) => `'${word}'`).join(" "));
    await database.query(insertMany, [business, rows.map(newId), ...columns, words]);
  }
}

function valuesOf(business: string, index: number): unknown[] {
  const [first, last] = [nameOf(index * 7919), nameOf(index * 104_729)];
  return detailValues(business, {
    ...EMPTY_DETAILS,
    first_name: first,
    last_name: index % 10 === 0 ? null : last,
    email: `${first}.${last}@example.com`.replaceAll("ü", "u"),
    phone_e164: `+4917${String((index * 7_919_999) % 100_000_000).padStart(8, "0")}`,
  });
}

const insertMany = statement(
  "test_insert_many_clients",
  {},
  `insert into clients
     (business_id, id, first_name, last_name, email, phone_e164, custom_fields, last_name_sort, first_name_sort,
      search_words, version, created_at, updated_at)
   select $1, id, first_name, last_name, email, phone, '{}', last_sort, first_sort, words::tsvector, 1, now(), now()
   from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
     as given (id, first_name, last_name, email, phone, last_sort, first_sort, words)`,
);

interface Plan {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** The plan of a statement as it was carried out: with these values, or as one plan for any. */
async function planOf(asked: AnyStatement, values: readonly unknown[], mode: string): Promise<Plan[]> {
  await client.query(`set plan_cache_mode = ${mode}`);
  const name = `${asked.name}_${mode}`;
  await client.query(`deallocate all`);
  await client.query(`prepare ${name} as ${asked.text}`);
  const literals = values.map((value) =>
    typeof value === "number" ? value : client.escapeLiteral(String(value)),
  );
  const { rows } = await client.query(
    `explain (analyze, format json) execute ${name}(${literals.join(", ")})`,
  );
  return flattened(rows[0]["QUERY PLAN"][0].Plan);
}

function flattened(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flattened)];
}

/** A prepared statement is planned anew for its values at first, and later perhaps once for all. */
const MODES = ["force_custom_plan", "force_generic_plan"];
const MIDDLE = ["miro", "mi", NIL_ID];
const searchFor = (q: string) => String(searchQueryOf(businessId, q));

test.each(MODES)("a page of the list is read from its index alone (%s)", async (mode) => {
  for (const [asked, place, index] of [
    [listByName, ["", "", NIL_ID], "clients_by_name"],
    [listByName, MIDDLE, "clients_by_name"],
    [listByUpdate, [new Date(NOW - 1).toISOString(), NIL_ID], "clients_by_update"],
  ] as const) {
    const plan = await planOf(asked, [businessId, ...place, 51], mode);
    expect(plan.map((node) => node["Index Name"]).filter(Boolean)).toEqual([index]);
    expect(plan.map((node) => node["Node Type"])).not.toContain("Sort");
    // Nobody outside the page is looked at, wherever it begins.
    for (const node of plan) expect(node["Rows Removed by Filter"] ?? 0).toBe(0);
  }
});

test.each(MODES)("a search looks at those it finds (%s)", async (mode) => {
  for (const q of ["steinmül", "müllerstein zulo", "anbeka.lo", "0176 1234", "34567", "mueller.stein"]) {
    for (const [asked, place] of [
      [searchByName, ["", "", NIL_ID]],
      [searchByUpdate, ["2020-01-01T00:00:00Z", NIL_ID]],
    ] as const) {
      const plan = await planOf(asked, [businessId, ...place, 51, searchFor(q)], mode);
      expect(plan.map((node) => node["Index Name"])).toContain("clients_by_word");
      const looked = Math.max(
        ...plan.map((node) => (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)),
      );
      expect(looked, q).toBeLessThan(CLIENTS / 40);
    }
  }
});

test.each(MODES)("words that many share are found without looking at many (%s)", async (mode) => {
  for (const q of ["example", "17", "s"]) {
    const plan = await planOf(searchNearby, [businessId, ...MIDDLE, 51, searchFor(q)], mode);
    expect(plan.map((node) => node["Index Name"]).filter(Boolean)).toEqual(["clients_by_name"]);
    for (const node of plan) expect(node["Actual Rows"] ?? 0).toBeLessThanOrEqual(1000);
  }
  const [common] = await planOf(searchNearby, [businessId, "", "", NIL_ID, 51, searchFor("example")], mode);
  expect(common?.["Actual Rows"]).toBe(51);
});
