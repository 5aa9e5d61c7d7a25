import { expect, test } from "vitest";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });

async function appointment(startsAt: string, client_id: string, staffId = open.salon.anna): Promise<string> {
  const booked = await open.book(startsAt, open.salon.cut, staffId, { client_id });
  expect(booked.status).toBe(201);
  return booked.body.data.id;
}
const history = (clientId: string, search = "", headers: Record<string, string> = {}) =>
  open.call("GET", `/clients/${clientId}/appointments${search}`, undefined, headers);

test("all appointments of a client are listed, newest first, in every state, as GET shows them", async () => {
  const client = await open.addClient({ first_name: "Ada" });
  const other = await open.addClient({ first_name: "Bea" });
  expect((await history(client)).body.data).toEqual({ items: [], next_cursor: null });
  const past = await appointment("2026-01-05T10:00:00+01:00", client);
  const future = await appointment("2027-06-07T10:00:00+02:00", client);
  const gone = await appointment("2027-05-03T10:00:00+02:00", client);
  await appointment("2027-05-04T10:00:00+02:00", other);
  await open.call("POST", `/appointments/${gone}/transitions`, { to: "cancelled" });
  const { status, body } = await history(client);
  expect(status).toBe(200);
  expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([future, gone, past]);
  for (const item of body.data.items)
    expect((await open.call("GET", `/appointments/${item.id}`)).body.data).toEqual(item);
});

test("appointments of the same start are sorted by id, over pages", async () => {
  const client = await open.addClient({ first_name: "Family" });
  const at = "2027-09-06T10:00:00+02:00";
  const same = [
    await appointment(at, client, open.salon.anna),
    await appointment(at, client, open.salon.ben),
  ];
  const wanted = [...same.toSorted().reverse(), await appointment("2027-09-05T10:00:00+02:00", client)];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const search: string = `?limit=1${cursor === null ? "" : `&cursor=${cursor}`}`;
    const { data }: { data: { items: { id: string }[]; next_cursor: string | null } } = (
      await history(client, search)
    ).body;
    seen.push(...data.items.map(({ id }) => id));
    cursor = data.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(wanted);
});

test("a cursor of another client's appointments and invalid limits are refused", async () => {
  const [one, other] = [await open.addClient({}), await open.addClient({})];
  await appointment("2027-10-04T10:00:00+02:00", one);
  await appointment("2027-10-04T12:00:00+02:00", one);
  const { next_cursor } = (await history(one, "?limit=1")).body.data;
  expect(refusedFields(await history(other, `?cursor=${next_cursor}`))).toEqual(["/cursor"]);
  expect(refusedFields(await history(one, "?limit=0"))).toEqual(["/limit"]);
  expect(refusedFields(await history(one, "?limit=101"))).toEqual(["/limit"]);
});

test("an unknown client answers 404; a key without clients:read 403", async () => {
  expect((await history(newId())).status).toBe(404);
  expect((await history("x")).status).toBe(404);
  const key = await open.keyWith("appointments:read", "clients:write");
  const answer = await history(open.salon.clientId, "", { authorization: `Bearer ${key}` });
  expect(answer).toMatchObject({
    status: 403,
    body: { code: "forbidden_role", details: { required: "clients:read" } },
  });
});
