import { expect, test } from "vitest";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });
const id = (await open.book("2027-03-08T09:00:00+01:00", open.salon.cut)).body.data.id;

const note = (internal_note: unknown, headers?: Record<string, string>) =>
  open.call("PATCH", `/appointments/${id}/note`, { internal_note }, headers);
const kept = async () => (await open.call("GET", `/appointments/${id}`)).body.data;

test("trims the note, and clears it for null, an empty text or white space", async () => {
  for (const clearing of [null, "", " \n\t "]) {
    expect((await note("  Fringe a little shorter\n")).body.data.internal_note).toBe(
      "Fringe a little shorter",
    );
    expect((await kept()).internal_note).toBe("Fringe a little shorter");
    expect((await note(clearing)).body.data.internal_note).toBeNull();
  }
});

test("counts characters, not bytes or UTF-16 units, after trimming", async () => {
  const longest = "💇".repeat(10_000);
  expect((await note(` ${longest} `)).body.data.internal_note).toBe(longest);
  expect(refusedFields(await note(`${longest}x`))).toEqual(["/internal_note"]);
});

test("the same note again changes nothing", async () => {
  const before = (await note("Same")).body.data;
  const again = await note(" Same ");
  expect(again.status).toBe(200);
  expect(again.body.data).toEqual(before);
});

test("refuses an invalid note", async () => {
  for (const wrong of [1, true, {}, [], "\u0000", "\ud800"])
    expect(refusedFields(await note(wrong))).toEqual(["/internal_note"]);
  expect(refusedFields(await open.call("PATCH", `/appointments/${id}/note`, {}))).toEqual(["/internal_note"]);
  const more = { internal_note: null, note: "x" };
  expect(refusedFields(await open.call("PATCH", `/appointments/${id}/note`, more))).toEqual(["/note"]);
});

test("refuses an outdated version", async () => {
  const { version } = await kept();
  const stale = await note("Mine", { "if-match": `"${version - 1}"` });
  expect(stale).toMatchObject({ status: 412, body: { code: "version_mismatch", details: { version } } });
  const fresh = await note("Mine", { "if-match": `"${version}"` });
  expect(fresh.headers.etag).toBe(`"${version + 1}"`);
});

test("accepts a note in every state, also after the appointment", async () => {
  await open.call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
  expect((await note("Called, was ill")).status).toBe(200);
});
