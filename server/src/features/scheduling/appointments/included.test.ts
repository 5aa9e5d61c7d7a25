import { expect, test } from "vitest";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const PHONE = "+4917698765432";

const open = await testApp({ isShared: true });
const clientId = await open.addClient({ last_name: "Lovelace", alert: "Nut allergy", phone_e164: PHONE });
const booked = await open.book("2027-03-08T09:00:00+01:00", open.salon.cut, open.salon.anna, {
  client_id: clientId,
});
const appointmentId = booked.body.data.id;

const lists = () => [
  `/appointments?location_id=${open.salon.locationId}&from=2027-03-08T00:00:00Z&to=2027-03-09T00:00:00Z&include=client`,
  `/clients/${clientId}/appointments?include=client`,
];
const one = () => `/appointments/${appointmentId}?include=client`;
const summary = () => ({
  id: clientId,
  first_name: "Ada",
  last_name: "Lovelace",
  alert: "Nut allergy",
  phone_e164: PHONE,
});

test("include=client embeds a summary in lists and in one appointment; without it there is none", async () => {
  for (const path of lists())
    expect((await open.call("GET", path)).body.data.items[0].client).toEqual(summary());
  expect((await open.call("GET", one())).body.data.client).toEqual(summary());
  expect((await open.call("GET", `/appointments/${appointmentId}`)).body.data).not.toHaveProperty("client");
  expect((await open.call("GET", `/appointments/${appointmentId}?include=staff`)).status).toBe(422);
});

test("a key needs clients:read, and the role staff does not see the phone number", async () => {
  const key = await open.keyWith("appointments:read");
  const refused = await open.call("GET", one(), undefined, { authorization: `Bearer ${key}` });
  expect([refused.status, refused.body.details]).toEqual([403, { required: "clients:read" }]);

  const anna = await signedInMember(open, "staff");
  const masked = { ...summary(), phone_e164: null, contacts_masked: true };
  expect((await anna("GET", one())).body.data.client).toEqual(masked);
  for (const path of lists()) expect((await anna("GET", path)).body.data.items[0].client).toEqual(masked);
});

test("include=first_visit names the first appointment that takes place, also in the list of a staff member", async () => {
  const newcomer = await open.addClient({ last_name: "Hopper" });
  const { cut, ben, locationId } = open.salon;
  const bookedOn = async (date: string) => {
    const answer = await open.book(`${date}T09:00:00+01:00`, cut, ben, { client_id: newcomer });
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };
  const [cancelled, first, second] = [
    await bookedOn("2027-03-15"),
    await bookedOn("2027-03-16"),
    await bookedOn("2027-03-17"),
  ];
  await open.call("POST", `/appointments/${cancelled}/transitions`, { to: "cancelled" });
  const window = "from=2027-03-15T00:00:00Z&to=2027-03-18T00:00:00Z";
  const listed = await open.call(
    "GET",
    `/appointments?location_id=${locationId}&${window}&include=first_visit`,
  );
  const marks = listed.body.data.items.map((each: { id: string; first_visit: boolean }) => [
    each.id,
    each.first_visit,
  ]);
  expect(marks).toEqual([
    [cancelled, true],
    [first, true],
    [second, false],
  ]);
  expect(listed.body.data.items[0]).not.toHaveProperty("client");
  expect((await open.call("GET", `/appointments/${first}`)).body.data).not.toHaveProperty("first_visit");
  const ofClient = await open.call("GET", `/clients/${newcomer}/appointments?include=client,first_visit`);
  expect(ofClient.body.data.items[0]).toMatchObject({ id: second, first_visit: false });
  expect(ofClient.body.data.items[0].client.last_name).toBe("Hopper");
});

test("include=deposit sums the deposits less refunds; a key needs payments:read", async () => {
  const owner = await signedInMember(open, "owner");
  const { cut, ben } = open.salon;
  const booked = await open.book("2027-03-19T09:00:00+01:00", cut, ben, { client_id: clientId });
  const path = `/appointments/${booked.body.data.id}`;
  const depositOf = async () =>
    (await owner("GET", `${path}?include=deposit`)).body.data.deposit as { amount: number } | null;
  expect(await depositOf()).toBeNull();
  const amount = (minor: number) => ({ amount: minor, currency: "EUR" });
  const taken = await owner("POST", `${path}/deposits`, { method: "cash", amount: amount(1500) });
  expect(taken.status, JSON.stringify(taken.body)).toBe(201);
  expect(await depositOf()).toEqual(amount(1500));
  const key = await open.keyWith("appointments:read");
  const refused = await open.call("GET", `${path}?include=deposit`, undefined, {
    authorization: `Bearer ${key}`,
  });
  expect([refused.status, refused.body.details]).toEqual([403, { required: "payments:read" }]);
});

test("items have their phases, also in the answer of a resize", async () => {
  const { body } = await open.call("GET", `/appointments/${appointmentId}`);
  const [item] = body.data.items;
  expect(item).toMatchObject({
    initial_minutes: item.duration_minutes,
    processing_minutes: 0,
    finishing_minutes: 0,
  });
  const resized = await open.call("PATCH", `/appointments/${appointmentId}/duration`, {
    item_id: item.id,
    minutes: 70,
  });
  expect(resized.body.data.items[0]).toMatchObject({ duration_minutes: 70, initial_minutes: 70 });
});

test("null for a deleted client", async () => {
  await open.call("DELETE", `/clients/${clientId}`);
  expect((await open.call("GET", one())).body.data.client).toBeNull();
});
