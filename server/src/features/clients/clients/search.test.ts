import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCodePoint } from "../../../../test/fixtures/anyCodePoint.ts";
import { type BusinessWithKey, businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { createClient, updateClient } from "./index.ts";
import { listClients } from "./listClients.ts";
import type { ClientInput } from "./schema.ts";
import { searchQueryOf } from "./searchQuery.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);

const PEOPLE: readonly ClientInput[] = [
  {
    first_name: "Jörg",
    last_name: "Müller",
    email: "joerg.mueller@example.de",
    phone_e164: "+4917612345678",
  },
  { first_name: "Anna", last_name: "Mueller", phone_e164: "+442079460123" },
  { first_name: "Tom", last_name: "Muller" },
  { first_name: "Sinéad", last_name: "O'Brien", email: "sob@post.example" },
  { first_name: "Anne-Sophie", last_name: "Müller-Lüdenscheidt" },
  { first_name: "Łukasz", last_name: "Groß" },
  { first_name: "Joel", last_name: "Berg" },
  { first_name: "Jolene", last_name: "Berg" },
  { first_name: "山田", last_name: "太郎" },
  { first_name: "田中花子" },
  { first_name: "민수", last_name: "김" },
  { first_name: "김영희" },
  { first_name: "マイケル・ジャクソン" },
  { first_name: "李Anna" },
  { first_name: "𠮷野 家" },
  { first_name: "Studio 54" },
  { first_name: "Søren", last_name: "Ågård" },
  { first_name: "100%", last_name: "Under_Score" },
  { first_name: "Мария", last_name: "Иванова" },
];

const database = await testDatabase();
const salon = await businessWithApiKey(database);
const other = await businessWithApiKey(database);
for (const client of PEOPLE) await add(salon, client);
await add(other, { first_name: "Elsewhere", last_name: "Müller", phone_e164: "+4917612345678" });

function add(business: BusinessWithKey, client: ClientInput) {
  return database.transaction((tx) =>
    createClient(tx, { businessId: business.businessId, createdBy: null, now: NOW, client }),
  );
}

async function found(q: string): Promise<string[]> {
  const page = await listClients(database, salon.businessId, { q }, NOW);
  return page.items.map((client) => client.first_name).sort();
}

test.each([
  // The search ignores case, accents and umlauts in the search text and in the name.
  ["Müller", ["Anna", "Anne-Sophie", "Jörg", "Tom"]],
  ["muller", ["Anna", "Anne-Sophie", "Jörg", "Tom"]],
  ["MUELLER", ["Anna", "Anne-Sophie", "Jörg", "Tom"]],
  ["Mu\u0308ller", ["Anna", "Anne-Sophie", "Jörg", "Tom"]],
  ["mül", ["Anna", "Anne-Sophie", "Jörg", "Tom"]],
  ["muel", ["Anna", "Anne-Sophie", "Jörg"]],
  ["sinead", ["Sinéad"]],
  ["lukasz gross", ["Łukasz"]],
  ["Łukasz Groß", ["Łukasz"]],
  ["soren agard", ["Søren"]],
  ["soeren aagaard", ["Søren"]],
  ["мар", ["Мария"]],
  ["山", ["山田"]],
  // A search finds names in scripts without spaces from any of their characters, and as one word in both orders.
  ["田", ["山田", "田中花子"]],
  ["郎", ["山田"]],
  ["花子", ["田中花子"]],
  ["中花", ["田中花子"]],
  ["田中 花子", ["田中花子"]],
  ["花子 田中", ["田中花子"]],
  ["田中花子", ["田中花子"]],
  ["田花", []],
  ["山田太郎", ["山田"]],
  ["太郎山田", ["山田"]],
  ["田太", ["山田"]],
  ["山田太郎様", []],
  ["김", ["김영희", "민수"]],
  ["김민수", ["민수"]],
  ["영희", ["김영희"]],
  ["희", ["김영희"]],
  // The first letter of a Hangul syllable matches, and a Katakana name matches from any of its characters.
  ["ㅎ", ["김영희"]],
  ["ジャクソン", ["マイケル・ジャクソン"]],
  ["ｼﾞｬｸｿﾝ", ["マイケル・ジャクソン"]],
  ["ソン", ["マイケル・ジャクソン"]],
  ["マイケルジャクソン", ["マイケル・ジャクソン"]],
  ["ann", ["Anna", "Anne-Sophie", "李Anna"]],
  ["李anna", ["李Anna"]],
  ["nna", []],
  ["𠮷", ["𠮷野 家"]],
  ["野家", ["𠮷野 家"]],
  // A search text matches the beginning of a word, not its middle.
  ["uller", []],
  ["rien", []],
  // A search finds names with several parts by each part and by the joined parts.
  ["o'brien", ["Sinéad"]],
  ["obrien", ["Sinéad"]],
  ["brien", ["Sinéad"]],
  ["O’Br", ["Sinéad"]],
  ["lüdenscheidt", ["Anne-Sophie"]],
  ["Müller-Lüd", ["Anne-Sophie"]],
  ["Müller Lüd", ["Anne-Sophie"]],
  ["sophie", ["Anne-Sophie"]],
  // A client must match all words of a search text, in any order and any field.
  ["müller jörg", ["Jörg"]],
  ["Müller, Anna", ["Anna"]],
  ["anna berg", []],
  ["mueller 0176", ["Jörg"]],
  // The spelling without the "e" of ae, oe and ue matches whole words only.
  ["joel", ["Joel"]],
  ["jol", ["Joel", "Jolene"]],
  // A search finds an e-mail address by the whole address and by its parts.
  ["joerg.mueller@example.de", ["Jörg"]],
  ["joerg.m", ["Jörg"]],
  ["sob@", ["Sinéad"]],
  ["post.example", ["Sinéad"]],
  ["SOB@POST", ["Sinéad"]],
  ["ob@post", []],
  // Digits match a phone number, however the caller groups them.
  ["+49 176 12345678", ["Jörg"]],
  ["0176 1234-5678", ["Jörg"]],
  ["0049 176", ["Jörg"]],
  ["(0176) 123", ["Jörg"]],
  ["678", ["Jörg"]],
  ["3456", ["Jörg"]],
  ["+44 (0)20 7946", ["Anna"]],
  ["020 7946 0123", ["Anna"]],
  ["0123", ["Anna", "Jörg"]],
  ["345 176", ["Jörg"]],
  ["78", []],
  ["54", ["Studio 54"]],
  ["studio 54", ["Studio 54"]],
  ["100", ["100%"]],
  // A search without a letter or digit matches nothing.
  ["%", []],
  ["_", []],
  ["\\", []],
  ["'", []],
  ['"', []],
  ["'; drop table clients; --", []],
  ["\\'", []],
  ["&", []],
  ["💇", []],
  ["!", []],
  [":*", []],
])("%j finds %j", async (q, expected) => {
  expect(await found(q)).toEqual(expected);
});

test("a name without spaces that is longer than its stored words is found by its beginning and by any character", async () => {
  const name = "寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処";
  const fourth = await businessWithApiKey(database);
  await add(fourth, { first_name: name });
  const characters = [...name];
  const queries = characters.flatMap((one, index) => [one, characters.slice(index).join("")]);
  for (const q of [...queries, name]) {
    const { items } = await listClients(database, fourth.businessId, { q }, NOW);
    expect([q, items.length]).toEqual([q, 1]);
  }
});

test("migration 0059 gives existing clients the words that a change gives them", async () => {
  const migration = readFileSync(
    new URL("../../../../migrations/0059_names_without_spaces.sql", import.meta.url),
    "utf8",
  );
  const client = await connectedClient(database.connectionString);
  try {
    const words = async () =>
      (await client.query("select first_name, search_words::text from clients order by id")).rows;
    const wanted = await words();
    await client.query(`
      update clients
      set search_words = ts_delete(
        search_words,
        array(
          select word
          from unnest(tsvector_to_array(search_words)) as word
          where char_length(word) <= 32 and word ~ '[\\u1100-\\u11ff\\u3005-\\u31ff\\u3400-\\u9fff\\U00020000-\\U000323af]'
        )
      )
      where first_name !~ '[・ ]'`);
    expect(await words()).not.toEqual(wanted);
    await client.query(migration);
    expect(await words()).toEqual(wanted);
  } finally {
    await client.end();
  }
});

test("punctuation between words is ignored", async () => {
  expect(await found("% müller & jörg :*")).toEqual(["Jörg"]);
});

test("a blank search lists all clients", async () => {
  expect(await found("  ")).toHaveLength(PEOPLE.length);
});

test("one letter matches every word that begins with it", async () => {
  expect(await found("j")).toEqual(["Joel", "Jolene", "Jörg"]);
});

test("an updated client is found by the new name and number and not by the old name", async () => {
  const { id } = await add(salon, { first_name: "Xaver", last_name: "Alt" });
  await database.transaction((tx) =>
    updateClient(tx, {
      businessId: salon.businessId,
      clientId: id,
      now: NOW,
      ifMatch: null,
      changes: { last_name: "Neumann", phone_e164: "+33999888777" },
    }),
  );
  expect(await found("neu xaver")).toEqual(["Xaver"]);
  expect(await found("999 888")).toEqual(["Xaver"]);
  expect(await found("alt")).toEqual([]);
});

test("names of any characters up to the maximum length are stored, listed and searched", async () => {
  const third = await businessWithApiKey(database);
  const longNames = ["ﷺ", "😀", "ß", "İ", "\u0345", "ue", "a-", "🇩🇪", "ạ̈", "'", "\\", "字"].map((part) =>
    [...part.repeat(120)].slice(0, 120).join(""),
  );
  for (const name of longNames) await add(third, { first_name: name, last_name: name });
  const listed = await listClients(database, third.businessId, { limit: 1 }, NOW);
  const seen = [...listed.items];
  for (let cursor = listed.next_cursor; cursor !== null; ) {
    expect(cursor.length).toBeLessThan(2000);
    const next = await listClients(database, third.businessId, { limit: 1, cursor }, NOW);
    seen.push(...next.items);
    cursor = next.next_cursor;
  }
  expect(seen.map((client) => client.first_name).sort()).toEqual([...longNames].sort());
  for (const name of longNames) await listClients(database, third.businessId, { q: name.slice(0, 200) }, NOW);
});

test("a search of any text answers", async () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."aeu 0+()'’\\\":*&|!<->@.-_%/äß😀"), maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(anyText, async (q) => {
      fc.pre(q.isWellFormed() && !q.includes("\0"));
      await listClients(database, salon.businessId, { q }, NOW);
    }),
    { numRuns: isFullRun ? 1_000 : 100 },
  );
});

test("a client is found by prefixes of each name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[A-Za-zÄÖÜäöüßéèçñøåæł]{1,12}$/), fc.nat(11), async (name, cut) => {
      // No prefix of a last name finds this first name, so a search finds fewer clients than a page has.
      const { id } = await add(other, { first_name: "7even", last_name: name });
      const q = `7even ${name.slice(0, cut + 1)}`;
      const page = await listClients(database, other.businessId, { q, limit: 100 }, NOW);
      expect(page.items.map((client) => client.id)).toContain(id);
    }),
    { numRuns: isFullRun ? 200 : 20 },
  );
});

test("a search key contains only letters, digits and #", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint, maxLength: 60 }), (q) => {
      const keys = searchQueryOf(salon.businessId, q)?.match(/'[^']*'/g) ?? [];
      for (const key of keys) expect(key).toMatch(/^'[\p{L}\p{N}#]+'$/u);
    }),
    { numRuns: 2000 },
  );
});
