import type pg from "pg";
import { detailValues, EMPTY_DETAILS } from "../../../server/src/features/clients/clients/clientDetails.ts";
import { newId } from "../../../server/src/kernel/ids.ts";
import { type Database, insertRows } from "../../../server/src/platform/database/index.ts";
import { clients } from "../../../server/src/tables/clients.ts";

export const CLIENTS = 500_000;
const BATCH = 4_000;

/** Names from the most to the least common. */
export const FIRST_NAMES = names(
  "Anna Maria Ursula Peter Michael Thomas Andreas Sabine Petra Monika Claudia Susanne Julia Laura Lena Lisa Sarah Marie Sophie Nina",
  ["a", "e", "ia", "o", "us"],
  1_500,
);
export const LAST_NAMES = names(
  "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Neumann Schwarz Braun Krüger Lange",
  ["mann", "ler", "stein", "er", "bach"],
  6_000,
);

/**
 * Creates the clients of one business. First names and last names are about as frequent as in Germany: about 1 % of the
 * clients have the most common name, and the twentieth most common name is half as frequent.
 */
export async function seedClients(database: Database, client: pg.Client, businessId: string): Promise<void> {
  // Building the index after the inserts takes a fraction of the time of updating it with every insert.
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'clients_by_word'");
  await client.query("drop index clients_by_word");
  await client.query("alter table clients disable trigger audit");
  for (let start = 0; start < CLIENTS; start += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, offset) => rowOf(businessId, start + offset));
    await database.query(insertMany, { rows: batch });
  }
  await client.query(rows[0].indexdef);
  await client.query("vacuum analyze clients");
}

const insertMany = insertRows("bench_insert_clients", clients);

function rowOf(businessId: string, index: number) {
  const first = FIRST_NAMES[rankOf(index * 7_919, FIRST_NAMES.length)] as string;
  const last = LAST_NAMES[rankOf(index * 104_729 + 17, LAST_NAMES.length)] as string;
  const host = index % 3 === 0 ? "gmail.com" : "example.com";
  return {
    ...detailValues(businessId, {
      ...EMPTY_DETAILS,
      first_name: first,
      last_name: last,
      email: `${first}.${last}${index}@${host}`.toLowerCase().replaceAll("ü", "ue"),
      phone_e164: `+4917${String((index * 7_919_999) % 100_000_000).padStart(8, "0")}`,
    }),
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

const NOW = Date.now();
/** A larger number makes the frequencies of the names more equal. */
const EVENNESS = 20;

/** Returns a random rank, starting at 0. Lower ranks are more frequent. */
function rankOf(seed: number, ranks: number): number {
  const share = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
  const rank = EVENNESS * ((ranks / EVENNESS + 1) ** share - 1);
  return Math.min(ranks - 1, Math.floor(rank));
}

/** Returns `count` different names: the common names, followed by generated names. */
function names(common: string, endings: readonly string[], count: number): string[] {
  const all = new Set(common.split(" "));
  const onsets = "b d f g h k l m n p r s t v w br dr gr kl st".split(" ");
  for (let index = 0; all.size < count; index++) {
    const onset = onsets[index % 20] ?? "";
    const middle = `${"aeiou"[Math.floor(index / 20) % 5]}${onsets[Math.floor(index / 100) % 20]}`;
    const name = `${onset}${middle}${"aeiou"[Math.floor(index / 2_000) % 5]}${endings[index % endings.length]}`;
    all.add(name.charAt(0).toUpperCase() + name.slice(1));
  }
  return [...all];
}
