import { expect, test } from "vitest";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });
const [owner, anna] = [await signedInMember(open, "owner"), await signedInMember(open, "staff")];

test("an appointment's history says who changed which fields when, without values", async () => {
  const booked = (await open.book("2027-03-08T09:00:00+01:00", open.salon.cut)).body.data;
  const path = `/appointments/${booked.id}`;
  await owner("PATCH", `${path}/note`, { internal_note: "Secret" });
  await open.call("POST", `${path}/transitions`, { to: "arrived" });
  const { items } = (await anna("GET", `${path}/history`)).body.data;
  expect(items).toEqual([
    {
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      who: { kind: "key", id: expect.any(String), label: "Tests" },
      entity: "appointment",
      action: "changed",
      changed: ["arrived_at", "status"],
    },
    {
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      who: { kind: "user", id: expect.any(String), label: expect.any(String) },
      entity: "appointment",
      action: "changed",
      changed: ["internal_note"],
    },
  ]);
  expect(JSON.stringify(items)).not.toContain("Secret");
  const first = (await owner("GET", `${path}/history?limit=1`)).body.data;
  const second = (await owner("GET", `${path}/history?limit=1&cursor=${first.next_cursor}`)).body.data;
  expect([...first.items, ...second.items]).toEqual(items);
});

test("a client's history is read by those who may read the client; keys read none", async () => {
  const bens = (await open.book("2027-03-08T09:00:00+01:00", open.salon.cut, open.salon.ben)).body.data;
  const otto = await open.addClient({ first_name: "Otto" });
  await owner("PATCH", `/clients/${otto}`, { alert: "Nuts" });
  const { items } = (await owner("GET", `/clients/${otto}/history`)).body.data;
  expect(
    items.map(({ action, changed }: { action: string; changed: string[] }) => [action, changed]),
  ).toEqual([
    ["changed", ["alert"]],
    ["created", ["custom_fields", "first_name"]],
  ]);
  expect((await anna("GET", `/clients/${otto}/history`)).status).toBe(404);
  expect((await anna("GET", `/appointments/${bens.id}/history`)).status).toBe(404);
  expect((await open.call("GET", `/clients/${otto}/history`)).status).toBe(403);
});

test("the audit log as CSV has a line for each entry, and no formulas", async () => {
  await owner("POST", "/service-categories", { name: `=cmd|' /C calc'!A0, "quoted"` });
  const listed = (await owner("GET", "/audit-log?limit=100")).body.data.items;
  const answer = await owner("GET", "/audit-log/csv");
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  const lines = answer.text.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "at,actor_kind,actor_id,actor_label,address,request_id,entity,entity_id,action,before,after",
  );
  expect(lines).toHaveLength(listed.length + 1);
  expect(lines[1]).toContain(listed[0].entity_id);
  expect(lines[1]).toContain('""quoted');
  expect((await owner("GET", "/audit-log/csv?entity=client")).text).not.toContain("service_category");
  expect((await anna("GET", "/audit-log/csv")).status).toBe(403);
});

test("the audit log as CSV is complete when its entries are long", async () => {
  const { id } = (await open.book("2027-03-09T09:00:00+01:00", open.salon.cut)).body.data;
  const notes = Array.from({ length: 10 }, (_, number) => `${number}${"🜁".repeat(9_999)}`);
  for (const note of notes) await owner("PATCH", `/appointments/${id}/note`, { internal_note: note });
  const [, ...lines] = (await owner("GET", `/audit-log/csv?entity_id=${id}`)).text.trimEnd().split("\r\n");
  const newestFirst = notes.toReversed();
  expect(
    lines
      .slice(0, notes.length)
      .map((line: string) => newestFirst.findIndex((note) => line.endsWith(`${note}""}"`))),
  ).toEqual(newestFirst.map((_, index) => index));
});
