import { expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });
const manager = await signedInMember(open, "manager");

const ask = (more: object = {}, headers?: Record<string, string>) =>
  manager("POST", "/client-fields", { label: "Allergies", type: "text", ...more }, headers);
const publicFieldIds = async () =>
  (await open.call("GET", "")).body.data.client_fields.map((field: { id: string }) => field.id);

test("a client field is created, updated and archived, and read with the business", async () => {
  const made = await ask();
  const field = made.body.data;
  expect([made.status, field]).toEqual([
    201,
    { id: expect.any(String), label: "Allergies", type: "text", options: [], required: false, position: 1 },
  ]);
  expect(await publicFieldIds()).toContain(field.id);
  const changed = await manager("PATCH", `/client-fields/${field.id}`, { label: "Skin", required: true });
  expect([changed.status, changed.body.data]).toEqual([200, { ...field, label: "Skin", required: true }]);
  const gone = await manager("DELETE", `/client-fields/${field.id}`);
  expect([gone.status, gone.body.data]).toEqual([200, { id: field.id, deleted: true }]);
  expect(await publicFieldIds()).not.toContain(field.id);
  expect((await manager("DELETE", `/client-fields/${field.id}`)).status).toBe(404);
  expect((await manager("PATCH", `/client-fields/${field.id}`, { label: "Back" })).status).toBe(404);
});

test("a client field that a client has answered keeps its type", async () => {
  const { id } = (await ask()).body.data;
  expect((await manager("PATCH", `/client-fields/${id}`, { type: "date" })).status).toBe(200);
  await manager("PATCH", `/client-fields/${id}`, { type: "text" });
  await open.addClient({ custom_fields: { [id]: "Nickel" } });
  const retyped = await manager("PATCH", `/client-fields/${id}`, { type: "date" });
  expect(fieldsIn(retyped)).toEqual([422, "/type"]);
  await manager("DELETE", `/client-fields/${id}`);
});

test("a choice requires options, other types have none", async () => {
  expect(fieldsIn(await ask({ type: "choice" }))).toEqual([422, "/options"]);
  expect(fieldsIn(await ask({ options: ["a"] }))).toEqual([422, "/options"]);
  expect(fieldsIn(await ask({ type: "colour" }))).toEqual([422, "/type"]);
  const { id, options } = (await ask({ type: "choice", options: ["Tea", "Coffee"] })).body.data;
  expect(options).toEqual(["Tea", "Coffee"]);
  expect(fieldsIn(await manager("PATCH", `/client-fields/${id}`, { options: [] }))).toEqual([
    422,
    "/options",
  ]);
});

test("a client field is created once for a repeated idempotency key", async () => {
  const headers = { "idempotency-key": "ask-once" };
  const [first, again] = [await ask({}, headers), await ask({}, headers)];
  expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
});

test("only owners and managers change client fields, of their own business", async () => {
  const { id } = (await ask()).body.data;
  const others = [await signedInMember(open, "reception"), await signedInMember(open, "staff"), open.call];
  const calls = [
    ["POST", "/client-fields", { label: "Mine", type: "text" }],
    ["PATCH", `/client-fields/${id}`, { label: "Mine" }],
    ["DELETE", `/client-fields/${id}`, undefined],
  ] as const;
  for (const [method, path, body] of calls)
    for (const call of others) {
      const refused = await call(method, path, body);
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden_role"]);
    }
  const neighbour = await signedInMember(await testApp({ beside: open }), "owner");
  for (const field of [id, newId(), "skin"]) {
    expect((await neighbour("PATCH", `/client-fields/${field}`, { label: "Mine" })).status).toBe(404);
    expect((await neighbour("DELETE", `/client-fields/${field}`)).status).toBe(404);
  }
  expect((await (await signedInMember(open, "owner"))("DELETE", `/client-fields/${id}`)).status).toBe(200);
});
