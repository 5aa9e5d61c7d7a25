import { describe, expect, test } from "vitest";
import { FIELDS, formFixture, pngOf } from "../../../../test/fixtures/formFixture.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { eraseForms, exportForms, moveForms } from "./index.ts";

const open = await testApp({ isShared: true });
const fixture = await formFixture(open);
await fixture.template({ name: "Health" });

/**
 * Creates a client with a completed form for each of `count` appointments and one pending form, and returns the ids, oldest
 * first.
 */
async function clientWithForms(count: number) {
  const clientId = await open.addClient({ first_name: "Mia" });
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const { token, forms } = await fixture.link((await fixture.appointment({ client_id: clientId })).id);
    const answers = [{ field_id: FIELDS.allergies.id, value: `Nr ${nth}` }];
    const signature_png = pngOf(4).toString("base64");
    await fixture.submit(token, { form_id: forms[0]?.id, answers, signer_name: "Mia", signature_png });
    ids.push(String(forms[0]?.id));
  }
  const last = await fixture.link((await fixture.appointment({ client_id: clientId })).id);
  return { clientId, ids, pendingId: String(last.forms[0]?.id), token: last.token };
}

const idsOf = (answer: { body: { data: { items: { id: string }[] } } }) =>
  answer.body.data.items.map(({ id }) => id);

describe("a client's forms", () => {
  test("are listed newest first in pages, completed ones by default and pending ones on request", async () => {
    const { clientId, ids, pendingId } = await clientWithForms(3);
    const newestFirst = [...ids].reverse();
    const path = `/clients/${clientId}/forms`;
    expect(idsOf(await open.call("GET", path))).toEqual(newestFirst);
    const first = await open.call("GET", `${path}?limit=2`);
    expect(idsOf(first)).toEqual(newestFirst.slice(0, 2));
    const next = await open.call("GET", `${path}?limit=2&cursor=${first.body.data.next_cursor}`);
    expect(idsOf(next)).toEqual(newestFirst.slice(2));
    expect(next.body.data.next_cursor).toBeNull();
    const pending = await open.call("GET", `${path}?status=pending`);
    expect(pending.body.data.items).toMatchObject([
      { id: pendingId, status: "pending", completed_at: null, signer_name: null, answers: [], consents: [] },
    ]);
    expect(idsOf(await open.call("GET", `${path}?status=pending,completed`))).toEqual([
      pendingId,
      ...newestFirst,
    ]);
    const foreign = await open.call("GET", `${path}?status=pending&cursor=${first.body.data.next_cursor}`);
    expect(foreign.body.details.fields).toMatchObject([{ path: "/cursor" }]);
    expect((await open.call("GET", `${path}?status=open`)).status).toBe(422);
  });

  test("require clients:read and answer 404 for an unknown client", async () => {
    const { clientId } = await clientWithForms(0);
    const key = await open.keyWith("appointments:read", "appointments:write");
    const refused = await open.app.inject({
      url: `/api/v1/businesses/${open.salon.businessId}/clients/${clientId}/forms`,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(refused.statusCode).toBe(403);
    const other = await testApp({ beside: open });
    for (const id of [newId(), "x", other.salon.clientId])
      expect((await open.call("GET", `/clients/${id}/forms`)).status).toBe(404);
    await open.call("DELETE", `/clients/${clientId}`);
    expect((await open.call("GET", `/clients/${clientId}/forms`)).status).toBe(404);
  });

  test("are readable only by staff with appointments with the client", async () => {
    const anna = await signedInMember(open, "staff");
    const { clientId, ids } = await clientWithForms(1);
    const seen = await anna("GET", `/clients/${clientId}/forms`);
    expect(seen.body.data.items).toMatchObject([{ id: ids[0] }]);
    const strangerId = await open.addClient({ first_name: "Nobody" });
    expect((await anna("GET", `/clients/${strangerId}/forms`)).status).toBe(404);
  });
});

test("forms move unchanged to another client, signed ones included", async () => {
  const { businessId } = open.salon;
  const [from, to] = [await clientWithForms(2), await clientWithForms(1)];
  const before = (await open.call("GET", `/clients/${from.clientId}/forms`)).body.data.items;
  await open.database.transaction(async (tx) => moveForms(tx, businessId, from.clientId, to.clientId));
  const after = (await open.call("GET", `/clients/${to.clientId}/forms`)).body.data.items;
  expect(after).toHaveLength(3);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(idsOf(await open.call("GET", `/clients/${from.clientId}/forms?status=pending,completed`))).toEqual(
    [],
  );
});

const exported = async (clientId: string) =>
  (await Array.fromAsync(exportForms(open.database, open.salon.businessId, clientId))).flat();

test("an export contains all data of a client's forms", async () => {
  const { clientId, ids, pendingId } = await clientWithForms(1);
  const forms = await exported(clientId);
  expect(forms.map(({ id }) => id)).toEqual([...ids, pendingId]);
  expect(forms[0]).toMatchObject({
    signer_name: "Mia",
    signer_address: expect.stringMatching(/^10\./),
    signature_png: pngOf(4).toString("base64"),
    answers: [{ value: "Nr 0" }],
  });
});

test("an erasure deletes a client's forms and invalidates the links", async () => {
  const { businessId } = open.salon;
  const [gone, other] = [await clientWithForms(2), await clientWithForms(1)];
  await open.database.transaction(async (tx) => eraseForms(tx, businessId, gone.clientId));
  expect(await exported(gone.clientId)).toEqual([]);
  expect((await fixture.open(gone.token)).status).toBe(404);
  expect(await exported(other.clientId)).toHaveLength(2);
  expect((await fixture.open(other.token)).status).toBe(200);
});
