import { beforeEach, describe, expect, test } from "vitest";
import { type BookingApp, bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { waitlistJobs } from "./jobs.ts";

let open: BookingApp;
let reception: MemberCall;
/** Each test uses another address, because the number of e-mails to one address is limited. */
let email: string;
let tests = 0;
const first = await bookingApp();
beforeEach(async () => {
  open = await bookingApp({ beside: first as BookingApp });
  reception = await signedInMember(open, "reception");
  email = `wait${++tests}@example.com`;
});

// A window in the future: the test clock is set to 1 March 2027.
const APRIL = { from: "2027-04-01", to: "2027-04-30" };
const ADA = { first_name: "Ada", last_name: "Lovelace" };
const entryOf = (more: object = {}) => ({
  client_id: open.salon.clientId,
  location_id: open.salon.locationId,
  items: [{ service_id: open.salon.cut }],
  windows: [APRIL],
  ...more,
});
const created = async (more: object = {}) => {
  const answer = await reception("POST", "/waitlist", entryOf(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
};
const idsIn = ({ body }: { body: { data: { items: { id: string }[] } } }) =>
  body.data.items.map(({ id }) => id);

/** Returns the status of a response and the paths of its invalid fields. */
const fieldsIn = ({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { details?: { fields?: { path: string }[] } };
}) => [status, ...(body.details?.fields ?? []).map(({ path }) => path)];

describe("a staff user", () => {
  test("adds, reads, changes and cancels entries", async () => {
    const { anna, cut, clientId, locationId } = open.salon;
    const window = { ...APRIL, weekdays: [4, 2], starts: "09:00", ends: "13:00" };
    const entry = await created({
      items: [{ service_id: cut, staff_id: anna.toUpperCase() }],
      windows: [window, { from: "2027-05-03", to: "2027-05-03" }],
      note: "Mornings",
    });
    expect(entry).toMatchObject({
      status: "waiting",
      client_id: clientId,
      location_id: locationId,
      items: [{ service_id: cut, staff_id: anna }],
      windows: [
        { ...window, weekdays: [2, 4] },
        { from: "2027-05-03", weekdays: [1, 2, 3, 4, 5, 6, 7], starts: "00:00", ends: "24:00" },
      ],
      min_notice_minutes: 120,
      replaces_appointment_id: null,
      note: "Mornings",
      priority: 0,
      expires_on: "2027-05-03",
      source: "app",
      version: 1,
    });
    const path = `/waitlist/${entry.id}`;
    expect((await open.call("GET", path)).body.data).toEqual(entry);
    const changed = await reception("PATCH", path, { priority: 2, note: "" }, { "if-match": '"1"' });
    expect(changed.body.data).toMatchObject({ priority: 2, note: null, version: 2, windows: entry.windows });
    expect((await reception("PATCH", path, { priority: 2 })).body.data.version).toBe(2);
    expect((await reception("PATCH", path, { priority: 3 }, { "if-match": '"1"' })).status).toBe(412);
    for (const _ of [1, 2])
      expect((await reception("DELETE", path)).body.data).toEqual({ id: entry.id, deleted: true });
    expect((await open.call("GET", path)).body.data).toMatchObject({ status: "cancelled", version: 3 });
    expect((await reception("PATCH", path, { priority: 3 })).body.code).toBe("invalid_transition");
    expect((await open.call("DELETE", path)).status).toBe(403);
  });

  test("lists by location, client, status and days, first joined first", async () => {
    const other = await open.addClient({});
    const one = await created();
    open.clock.set(open.clock.now() + 1000);
    const two = await created({ client_id: other, windows: [{ from: "2027-06-01", to: "2027-06-02" }] });
    const list = async (query: string) => idsIn(await open.call("GET", `/waitlist?${query}`));
    expect(await list("")).toEqual([one.id, two.id]);
    expect(await list(`client_id=${other}`)).toEqual([two.id]);
    expect(await list(`location_id=${open.salon.locationId}&limit=1`)).toEqual([one.id]);
    expect(await list("from=2027-05-01")).toEqual([two.id]);
    expect(await list("to=2027-04-01")).toEqual([one.id]);
    expect(await list("from=2027-05-01&to=2027-05-31")).toEqual([]);
    await reception("DELETE", `/waitlist/${one.id}`);
    expect(await list("")).toEqual([two.id]);
    expect(await list("status=waiting,cancelled")).toEqual([one.id, two.id]);
    expect(fieldsIn(await open.call("GET", "/waitlist?from=2027-05-02&to=2027-05-01"))).toEqual([422, "/to"]);
  });

  test("lists entries by service and by the staff member who may perform it, with their clients", async () => {
    const { anna, ben, cut, colour, clientId } = open.salon;
    const withAnna = await created({ items: [{ service_id: cut, staff_id: anna }] });
    open.clock.set(open.clock.now() + 1000);
    const withAny = await created({ items: [{ service_id: cut }, { service_id: colour }] });
    const list = async (query: string) => idsIn(await open.call("GET", `/waitlist?${query}`));
    expect(await list(`service_id=${cut}`)).toEqual([withAnna.id, withAny.id]);
    expect(await list(`service_id=${colour}`)).toEqual([withAny.id]);
    expect(await list(`staff_id=${anna}`)).toEqual([withAnna.id, withAny.id]);
    expect(await list(`staff_id=${ben}`)).toEqual([withAny.id]);

    const [first] = (await reception("GET", "/waitlist?include=client")).body.data.items;
    expect(first.client).toMatchObject({ id: clientId });
    const path = `/waitlist/${withAny.id}`;
    expect((await reception("GET", `${path}?include=client`)).body.data.client).toEqual(first.client);
    expect((await reception("GET", path)).body.data).not.toHaveProperty("client");
    const key = { authorization: `Bearer ${await open.keyWith("appointments:read")}` };
    expect((await open.call("GET", "/waitlist?include=client", undefined, key)).status).toBe(403);
  });

  test.each([
    [{ client_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10" }, "/client_id"],
    [{ location_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10" }, "/location_id"],
    [{ items: [{ service_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10" }] }, "/items/0/service_id"],
    [{ windows: [{ from: "2027-04-02", to: "2027-04-01" }] }, "/windows/0/to"],
    [{ windows: [APRIL, { from: "2027-02-01", to: "2027-02-28" }] }, "/windows/1/to"],
    [{ windows: [{ from: "2027-04-01", to: "2028-03-03" }] }, "/windows/0/to"],
    [{ windows: [{ ...APRIL, starts: "13:00", ends: "13:00" }] }, "/windows/0/ends"],
    [{ windows: [] }, "/windows"],
    [{ windows: Array(6).fill(APRIL) }, "/windows"],
    [{ replaces_appointment_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10" }, "/replaces_appointment_id"],
  ])("is refused %j", async (more, path) => {
    expect(fieldsIn(await reception("POST", "/waitlist", entryOf(more)))).toEqual([422, path]);
  });

  test("names an upcoming appointment that an earlier one is to replace", async () => {
    const booked = await open.book("2027-04-20T09:00:00+02:00", open.salon.cut);
    const { id } = booked.body.data;
    expect((await created({ replaces_appointment_id: id })).replaces_appointment_id).toBe(id);
    const other = await open.addClient({});
    const foreign = entryOf({ client_id: other, replaces_appointment_id: id });
    expect(fieldsIn(await reception("POST", "/waitlist", foreign))).toEqual([
      422,
      "/replaces_appointment_id",
    ]);
  });

  test("in the role staff has the entries that name them", async () => {
    const { anna, ben, cut } = open.salon;
    const staff = await signedInMember(open, "staff");
    const hers = await created({ items: [{ service_id: cut, staff_id: anna }] });
    const his = await created({ items: [{ service_id: cut, staff_id: ben }] });
    const anyone = await created();
    expect(idsIn(await staff("GET", "/waitlist"))).toEqual([hers.id]);
    for (const { id } of [his, anyone]) {
      expect((await staff("GET", `/waitlist/${id}`)).status).toBe(404);
      expect((await staff("DELETE", `/waitlist/${id}`)).status).toBe(404);
    }
    const path = `/waitlist/${hers.id}`;
    expect(fieldsIn(await staff("PATCH", path, { items: [{ service_id: cut }] }))).toEqual([
      422,
      "/items/0/staff_id",
    ]);
    expect((await staff("PATCH", path, { priority: 1 })).status).toBe(200);
  });
});

describe("a visitor", () => {
  const opened = (waitlist_mode = "manual") =>
    signedInMember(open, "owner").then((owner) => owner("PUT", "/booking-page", { waitlist_mode }));
  const verified = async (address = email) => String((await open.prove(address)).body.data.visitor_token);
  const join = (token: string | undefined, more: object = {}) => {
    const { client_id: _, ...wishes } = entryOf();
    const body = { ...wishes, client: ADA, ...more };
    return open.visit("POST", "/waitlist", body, token === undefined ? {} : { token });
  };
  const linkIn = ({ body }: { body: { data: { waitlist_url: string } } }) =>
    new URL(body.data.waitlist_url).pathname.replace(/^\/w\//, "/api/v1/public/waitlist/");
  const follow = (method: "GET" | "DELETE", url: string) => open.app.inject({ method, url });

  test("joins, reads the entry by its link and leaves", async () => {
    await opened();
    const token = await verified();
    const joined = await join(token, {
      items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
      note: "Any time",
    });
    expect(joined).toMatchObject({
      status: 201,
      body: {
        data: {
          status: "waiting",
          items: [{ service_name: "Cut", staff_name: "Anna" }],
          note: "Any time",
          expires_on: "2027-04-30",
          time_zone: "Europe/Berlin",
        },
      },
    });
    const [entry] = (await open.call("GET", "/waitlist")).body.data.items;
    expect(entry).toMatchObject({ id: joined.body.data.id, source: "online" });
    const client = await open.call("GET", `/clients/${entry.client_id}`);
    expect(client.body.data).toMatchObject({ ...ADA, email });
    const url = linkIn(joined);
    expect((await follow("GET", url)).json().data).toEqual(joined.body.data);
    const left = await follow("DELETE", url);
    expect(left.json().data.status).toBe("cancelled");
    const changed = url.replace(/.$/, url.endsWith("A") ? "Q" : "A");
    for (const bad of [changed, "/api/v1/public/waitlist/x"])
      expect((await follow("GET", bad)).statusCode).toBe(404);
  });

  test("is refused without a proof, with the waitlist off, without a patch test and when blocked", async () => {
    const token = await verified();
    expect((await join(token)).body.code).toBe("online_booking_unavailable");
    await opened("automatic");
    expect((await join(undefined)).body.code).toBe("unauthenticated");
    const tested = await open.addService({ requires_patch_test: true });
    expect((await join(token, { items: [{ service_id: tested }] })).body.code).toBe("patch_test_required");
    const offline = await open.addService({ online_bookable: false });
    expect(fieldsIn(await join(token, { items: [{ service_id: offline }] }))).toEqual([
      422,
      "/items/0/service_id",
    ]);
    expect(fieldsIn(await join(token, { client: undefined }))).toEqual([422, "/client"]);
    await open.addClient({ email, online_booking_blocked: true });
    expect((await join(token)).body.code).toBe("online_booking_unavailable");
  });

  test("has at most five waiting entries, also when they join at once", async () => {
    await opened();
    const token = await verified();
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
    const clients = await open.call("GET", "/clients?q=Lovelace");
    expect(clients.body.data.items).toHaveLength(5);
  });

  test("loses the entry and its link when the client is deleted; a merge moves entries", async () => {
    await opened();
    const joined = await join(await verified());
    const [entry] = (await open.call("GET", "/waitlist")).body.data.items;
    const remaining = await open.addClient({});
    const owner = await signedInMember(open, "owner");
    const merge = { from_client_id: entry.client_id };
    expect((await owner("POST", `/clients/${remaining}/merge`, merge)).status).toBe(200);
    const read = async () => (await open.call("GET", `/waitlist/${entry.id}`)).body.data;
    expect(await read()).toMatchObject({ client_id: remaining, status: "waiting" });
    await open.call("DELETE", `/clients/${remaining}`);
    expect((await follow("GET", linkIn(joined))).statusCode).toBe(404);
    expect(await read()).toMatchObject({ status: "cancelled" });
  });
});

test("an entry expires after its last local day", async () => {
  const entry = await created({ windows: [{ from: "2027-03-02", to: "2027-03-02" }] });
  const now = open.clock.now();
  const statusAt = async (at: string) => {
    open.clock.set(Date.parse(at));
    for (const job of waitlistJobs(open, { secret: TEST_SECRET }))
      await job.run(new AbortController().signal);
    return (await open.call("GET", `/waitlist/${entry.id}`)).body.data.status;
  };
  expect(await statusAt("2027-03-02T23:59:59+01:00")).toBe("waiting");
  expect(await statusAt("2027-03-03T00:00:00+01:00")).toBe("expired");
  open.clock.set(now);
});
