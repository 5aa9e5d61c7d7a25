import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { isCluster, type TestDatabase, testDatabase } from "../../../../test/fixtures/database.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { NIL_ID, newId } from "../../../kernel/ids.ts";
import { insertRows, type Reader, type Statement } from "../../../platform/database/index.ts";
import { clients } from "../../../tables/clients.ts";
import { detailValues, EMPTY_DETAILS } from "./clientDetails.ts";
import { listClients } from "./listClients.ts";
import { type AfterName, inOrderOfNames, inOrderOfUpdates } from "./listStore.ts";
import { searchQueryOf } from "./searchQuery.ts";

/** The number of clients. With 10,000 clients, PostgreSQL chooses the same indexes as with the 100,000 clients of a full run. */
const CLIENTS = isFullRun ? 100_000 : 10_000;
const NOW = Date.UTC(2027, 2, 29, 7, 30);

let database: TestDatabase;
let client: pg.Client;
let businessId: string;

beforeAll(async () => {
  database = await testDatabase();
  client = await connectedClient(database.connectionString);
  // Creates the index after the inserts, which is several times faster than updating it with every insert.
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'clients_by_word'");
  await client.query("drop index clients_by_word");
  // Writing audit rows for these inserts would double the time.
  await client.query("alter table clients disable trigger audit");
  // Two other businesses have clients with the same names; no search may read these clients.
  for (let index = 0; index < 3; index++) {
    ({ businessId } = await businessWithApiKey(database));
    await addMany(businessId, index < 2 ? CLIENTS / 10 : CLIENTS);
  }
  await client.query(rows[0].indexdef);
  await client.query("vacuum analyze clients");
}, 300_000);

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

/** Returns a name for the index. An index has the same name in every run. Most names occur several times, some only once. */
function nameOf(index: number): string {
  const syllable = (position: number) =>
    SYLLABLES[Math.floor(index / SYLLABLES.length ** position) % SYLLABLES.length] ?? "";
  return syllable(0) + syllable(1) + syllable(2);
}

async function addMany(business: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 2000) {
    const rows = Array.from({ length: 2000 }, (_, offset) => rowOf(business, start + offset));
    await database.query(insertMany, { rows });
  }
}

function rowOf(businessId: string, index: number) {
  const [first, last] = [nameOf(index * 7919), nameOf(index * 104_729)];
  const details = detailValues(businessId, {
    ...EMPTY_DETAILS,
    first_name: index % 500 === 0 ? "山田太郎" : first,
    last_name: index % 10 === 0 ? null : last,
    email: `${first}.${last}@example.com`.replaceAll("ü", "u"),
    phone_e164: `+4917${String((index * 7_919_999) % 100_000_000).padStart(8, "0")}`,
  });
  return {
    ...details,
    business_id: businessId,
    id: newId(),
    version: 1,
    created_by: null,
    created_at: NOW,
    updated_at: NOW,
    deleted_at: null,
    merged_into_id: null,
    erased_at: null,
  };
}

const insertMany = insertRows("test_insert_many_clients", clients);

interface Plan {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** Executes a statement and returns its plan: a plan for these values (custom) or a plan for all values (generic). */
async function planOf<Values>(
  statement: Statement<unknown, Values>,
  values: Values,
  mode: string,
): Promise<Plan[]> {
  await client.query(`set plan_cache_mode = ${mode}`);
  const name = `${statement.name}_${mode}`;
  await client.query(`deallocate all`);
  await client.query(`prepare ${name} as ${statement.text}`);
  const literals = statement
    .valuesOf(values)
    .map((value) => (typeof value === "number" ? value : client.escapeLiteral(String(value))));
  const { rows } = await client.query(
    `explain (analyze, format json) execute ${name}(${literals.join(", ")})`,
  );
  return flattened(rows[0]["QUERY PLAN"][0].Plan);
}

function flattened(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flattened)];
}

/** PostgreSQL first plans a prepared statement for its values on every execution, and may later use one plan for all values. */
const MODES = ["force_custom_plan", "force_generic_plan"];
/** The plan of a cluster's coordinator does not name the indexes that the workers use. */
const testOfPlans = test.skipIf(isCluster);
const START: AfterName = { afterLastName: "", afterFirstName: "", afterId: NIL_ID };
const MIDDLE: AfterName = { afterLastName: "miro", afterFirstName: "mi", afterId: NIL_ID };
const page = () => ({ businessId, limit: 51 });
const searchFor = (q: string) => String(searchQueryOf(businessId, q));

testOfPlans.each(MODES)("a page of the list is read from its index alone (%s)", async (mode) => {
  const recently = { afterUpdatedAt: NOW - 1, afterId: NIL_ID, beforeUpdatedAt: NOW + 1 };
  for (const [plan, index] of [
    [await planOf(inOrderOfNames.all, { ...page(), ...START }, mode), "clients_by_name"],
    [await planOf(inOrderOfNames.all, { ...page(), ...MIDDLE }, mode), "clients_by_name"],
    [await planOf(inOrderOfUpdates.all, { ...page(), ...recently }, mode), "clients_by_update"],
  ] as const) {
    expect(plan.map((node) => node["Index Name"]).filter(Boolean)).toEqual([index]);
    expect(plan.map((node) => node["Node Type"])).not.toContain("Sort");
    // The index scan reads only rows of the page.
    for (const node of plan) expect(node["Rows Removed by Filter"] ?? 0).toBe(0);
  }
});

testOfPlans.each(MODES)("a search reads little more than its matches (%s)", async (mode) => {
  const since = {
    afterUpdatedAt: Date.UTC(2020, 0, 1),
    afterId: NIL_ID,
    beforeUpdatedAt: Date.UTC(2200, 0, 1),
  };
  for (const q of [
    "steinmül",
    "müllerstein zulo",
    "anbeka.lo",
    "0176 1234",
    "34567",
    "mueller.stein",
    "田",
    "太郎",
  ]) {
    const search = searchFor(q);
    for (const plan of [
      await planOf(inOrderOfNames.search, { ...page(), ...START, search }, mode),
      await planOf(inOrderOfUpdates.search, { ...page(), ...since, search }, mode),
    ]) {
      expect(plan.map((node) => node["Index Name"])).toContain("clients_by_word");
      const read = Math.max(
        ...plan.map((node) => (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)),
      );
      expect(read, q).toBeLessThan(CLIENTS / 40);
    }
  }
});

testOfPlans.each(MODES)("a search for a common word reads at most a thousand clients (%s)", async (mode) => {
  const { searchNearby } = inOrderOfNames;
  if (searchNearby === null) throw new Error("Clients in the order of names are searched nearby first.");
  for (const q of ["example", "17", "s"]) {
    const plan = await planOf(searchNearby, { ...page(), ...MIDDLE, search: searchFor(q) }, mode);
    expect(plan.map((node) => node["Index Name"]).filter(Boolean)).toEqual(["clients_by_name"]);
    for (const node of plan) expect(node["Actual Rows"] ?? 0).toBeLessThanOrEqual(1000);
  }
  const [common] = await planOf(searchNearby, { ...page(), ...START, search: searchFor("example") }, mode);
  expect(common?.["Actual Rows"]).toBe(51);
});

testOfPlans.each(MODES)(
  "a search among the next six thousand clients reads no more of them (%s)",
  async (mode) => {
    const { searchFurther } = inOrderOfNames;
    if (searchFurther === null) throw new Error("Clients in the order of names are searched nearby first.");
    const plan = await planOf(searchFurther, { ...page(), ...START, search: searchFor("steinmül") }, mode);
    expect(plan.map((node) => node["Index Name"]).filter(Boolean)).toEqual(["clients_by_name"]);
    for (const node of plan) expect(node["Actual Rows"] ?? 0).toBeLessThanOrEqual(6000);
  },
);

test("a page of a search is the same, whether the next clients fill it or all are searched", async () => {
  const reads: string[] = [];
  const counting: Reader = {
    hasSystemClock: database.hasSystemClock,
    query: (statement, values) => {
      reads.push(statement.name);
      return database.query(statement, values);
    },
  };
  const statementsOf = async (q: string) => {
    reads.length = 0;
    const found = await listClients(counting, businessId, { q, limit: 20 }, NOW);
    const all = await database.query(inOrderOfNames.search, { ...page(), ...START, search: searchFor(q) });
    expect(found.items.map(({ id }) => id)).toEqual(all.slice(0, 20).map(({ id }) => id));
    return reads.filter((name) => name.startsWith("clients_search"));
  };
  expect(await statementsOf("example")).toEqual(["clients_search_nearby"]);
  // About ten of a thousand clients have such a phone number, also among those with the first names of the alphabet.
  expect(await statementsOf("01713")).toEqual(["clients_search_nearby", "clients_search_further"]);
  // No name begins with these letters. For a short search text, the server searches the next `FURTHER` clients before it
  // searches all clients.
  expect(await statementsOf("qx")).toEqual([
    "clients_search_nearby",
    "clients_search_further",
    "clients_search_by_name",
  ]);
  expect(await statementsOf("nobody")).toEqual(["clients_search_nearby", "clients_search_by_name"]);
});
