import { expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });

test("lists clients with the same phone number, e-mail address or full name, those with most in common first", async () => {
  const owner = await signedInMember(open, "owner");
  const other = await testApp({ beside: open });
  const person = {
    first_name: "Zoë",
    last_name: "Ärmel",
    email: "zoe@example.org",
    phone_e164: "+4915155500001",
  };
  const client = await open.addClient(person);
  const twin = await open.addClient({
    ...person,
    first_name: "Zoe",
    last_name: "Armel",
    email: "ZOE@example.org",
  });
  const samePhone = await open.addClient({ first_name: "Paul", phone_e164: person.phone_e164 });
  const sameName = await open.addClient({ first_name: "zoe", last_name: "armel" });
  const deleted = await open.addClient(person);
  await open.call("DELETE", `/clients/${deleted}`);
  await open.addClient({ first_name: "Zoë" });
  await other.addClient(person);
  const duplicatesOf = async (id: string) =>
    (await owner("GET", `/clients/duplicates?client_id=${id}`)).body.data.items.map(
      ({ client: { id: found }, reasons }: { client: { id: string }; reasons: string[] }) => [found, reasons],
    );
  expect(await duplicatesOf(client)).toEqual([
    [twin, ["phone", "email", "name"]],
    [samePhone, ["phone"]],
    [sameName, ["name"]],
  ]);
  // A shared first name without a last name is no match.
  expect(await duplicatesOf(await open.addClient({ first_name: "Paul" }))).toEqual([]);
});

test("refuses an unknown, a deleted and a missing client, and callers who may not merge", async () => {
  const manager = await signedInMember(open, "manager");
  const reception = await signedInMember(open, "reception");
  const { clientId, businessId } = open.salon;
  const path = (id: string) => `/clients/duplicates?client_id=${id}`;
  const deleted = await open.addClient({ first_name: "Gone" });
  await open.call("DELETE", `/clients/${deleted}`);
  for (const id of [businessId, deleted])
    expect(fieldsIn(await manager("GET", path(id)))).toEqual([422, "/client_id"]);
  expect((await manager("GET", "/clients/duplicates")).status).toBe(422);
  expect((await reception("GET", path(clientId))).status).toBe(403);
  expect((await open.call("GET", path(clientId))).status).toBe(403);
});
