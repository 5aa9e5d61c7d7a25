import { expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp();
const rowOf = async (id: string) =>
  (
    await sql(open.database)<{ client_id: string; text: string; noted_on: string; is_pinned: boolean }>`
  select client_id, text, noted_on, is_pinned from client_notes where id = ${id}`
  )[0];

test("a note is created with the business's date, changed and deleted", async () => {
  const owner = await signedInMember(open, "owner");
  const client_id = await open.addClient({ first_name: "Greta" });
  const path = `/clients/${client_id}/notes`;
  // 23:30 UTC is the next day in Berlin.
  const before = open.clock.now();
  open.clock.set(Date.parse("2027-03-05T23:30:00Z"));
  const created = await owner("POST", path, { text: "  6.1 + 7.0, 6 %  " });
  open.clock.set(before);
  expect(created.status).toBe(201);
  const { id } = created.body.data;
  const stored = { client_id, text: "6.1 + 7.0, 6 %", noted_on: "2027-03-06", is_pinned: false };
  expect(await rowOf(id)).toEqual(stored);
  expect(created.body.data).toMatchObject({ id, client_id, text: stored.text, pinned: false });

  const changed = await owner("PATCH", `${path}/${id}`, { pinned: true, noted_on: "2027-02-01" });
  expect(changed.body.data).toMatchObject({ text: stored.text, noted_on: "2027-02-01", pinned: true });
  expect(await rowOf(id)).toEqual({ ...stored, noted_on: "2027-02-01", is_pinned: true });
  expect((await owner("GET", path)).body.data.items).toEqual([changed.body.data]);
  open.clock.set(before + 60_000);
  expect((await owner("PATCH", `${path}/${id}`, { pinned: true })).body).toEqual(changed.body);

  expect((await owner("DELETE", `${path}/${id}`)).body.data).toEqual({ id, deleted: true });
  expect(await rowOf(id)).toBeUndefined();
  expect((await owner("PATCH", `${path}/${id}`, { pinned: true })).status).toBe(404);
});

test("pinned notes are first, then the newest; pages have no gap and no repeat", async () => {
  const owner = await signedInMember(open, "owner");
  const path = `/clients/${await open.addClient({ first_name: "Paged" })}/notes`;
  const notes = [
    { text: "old, pinned", noted_on: "2025-01-01", pinned: true },
    { text: "old", noted_on: "2026-01-01" },
    { text: "new", noted_on: "2027-01-01" },
    { text: "new, pinned", noted_on: "2026-06-01", pinned: true },
    { text: "new, later", noted_on: "2027-01-01" },
  ];
  for (const note of notes) expect((await owner("POST", path, note)).status).toBe(201);
  const texts: string[] = [];
  for (let cursor = ""; ; ) {
    const { data } = (await owner("GET", `${path}?limit=2${cursor}`)).body;
    texts.push(...data.items.map(({ text }: { text: string }) => text));
    if (data.next_cursor === null) break;
    cursor = `&cursor=${data.next_cursor}`;
  }
  expect(texts).toEqual(["new, pinned", "old, pinned", "new, later", "new", "old"]);
});

test("the role staff has the notes of its own clients; keys have none", async () => {
  const owner = await signedInMember(open, "owner");
  const { salon } = open;
  const ofAnna = await open.addClient({ first_name: "Anna's" });
  await open.book("2027-03-29T10:00:00+02:00", salon.cut, salon.anna, { client_id: ofAnna });
  const other = await open.addClient({ first_name: "Ben's" });
  const { id } = (await owner("POST", `/clients/${other}/notes`, { text: "Hidden" })).body.data;
  const anna = await signedInMember(open, "staff");
  expect((await anna("POST", `/clients/${ofAnna}/notes`, { text: "Seen" })).status).toBe(201);
  for (const [method, path, body] of [
    ["GET", `/clients/${other}/notes`],
    ["POST", `/clients/${other}/notes`, { text: "No" }],
    ["PATCH", `/clients/${other}/notes/${id}`, { text: "No" }],
    ["DELETE", `/clients/${other}/notes/${id}`],
    // A note can only be changed under the URL of its client.
    ["PATCH", `/clients/${ofAnna}/notes/${id}`, { text: "No" }],
  ] as const)
    expect((await anna(method, path, body)).status, `${method} ${path}`).toBe(404);
  expect((await rowOf(id))?.text).toBe("Hidden");
  expect((await open.call("GET", `/clients/${other}/notes`)).status).toBe(403);
});

test("refuses an empty, a too long and an unknown field", async () => {
  const owner = await signedInMember(open, "owner");
  const path = `/clients/${open.salon.clientId}/notes`;
  expect(fieldsIn(await owner("POST", path, { text: "   " }))).toEqual([422, "/text"]);
  expect(fieldsIn(await owner("POST", path, { text: "x".repeat(10_001) }))).toEqual([422, "/text"]);
  expect(fieldsIn(await owner("POST", path, { text: "a", noted_on: "2027-02-30" }))).toEqual([
    422,
    "/noted_on",
  ]);
  expect((await owner("POST", path, { text: "a", color: "red" })).status).toBe(422);
});
