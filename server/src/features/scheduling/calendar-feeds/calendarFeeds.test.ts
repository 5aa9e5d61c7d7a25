import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { beforeEach, describe, expect, test } from "vitest";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { API_PREFIX } from "../../../platform/http/route.ts";
import { colorName } from "./colorName.ts";

let open: TestApp;
let manager: MemberCall;
const MONDAY_AT = Date.UTC(2027, 2, 1, 6);
const DAY = 86_400_000;
const first = await testApp();
beforeEach(async () => {
  first.clock.set(MONDAY_AT);
  open = await testApp({ beside: first });
  manager = await signedInMember(open, "manager");
});

const create = (input: object) => manager("POST", "/calendar-feeds", input);
/** Creates a feed and returns its id and the path of its link. */
async function feedOf(input: object): Promise<{ id: string; path: string }> {
  const answer = await create(input);
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.data.id, path: new URL(answer.body.data.url).pathname };
}
const read = (path: string, headers: Record<string, string> = {}) => open.app.inject({ url: path, headers });

interface Entry {
  readonly uid: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

/** Reads a feed with two independent parsers, compares their results, and returns the entries by start. */
async function entriesOf(path: string): Promise<Entry[]> {
  const answer = await read(path);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  for (const line of answer.body.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain("\n");
  }
  const byIcalJs = new ICAL.Component(ICAL.parse(answer.body)).getAllSubcomponents("vevent").map((part) => {
    const event = new ICAL.Event(part);
    return {
      uid: event.uid,
      title: event.summary,
      from: event.startDate.toJSDate().toISOString(),
      to: event.endDate.toJSDate().toISOString(),
      status: String(part.getFirstPropertyValue("status")),
    };
  });
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(answer.body)).flatMap((part) =>
    part?.type === "VEVENT"
      ? [
          {
            uid: part.uid,
            title: String(part.summary),
            from: part.start.toISOString(),
            to: part.end?.toISOString() ?? "",
            status: String(part.status),
          },
        ]
      : [],
  );
  const byUid = (a: Entry, b: Entry) => (a.uid < b.uid ? -1 : 1);
  expect(byNodeIcal.sort(byUid)).toEqual([...byIcalJs].sort(byUid));
  return byIcalJs;
}

async function booked(startsAt: string, more: object = {}, staffId = open.salon.anna) {
  const answer = await open.book(startsAt, open.salon.cut, staffId, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data as { id: string; version: number };
}
const transition = (id: string, to: string) =>
  open.call("POST", `/appointments/${id}/transitions`, { to, notify_client: false });

describe("a feed", () => {
  test("has the appointments of its staff member, location or room, with services and initials", async () => {
    const client_id = await open.addClient({ first_name: "jane, née; O\\Neil", last_name: "Smith" });
    await booked("2027-03-01T10:00:00+01:00", { client_id });
    await booked("2027-03-02T10:00:00+01:00", { client_id }, open.salon.ben);
    const massage = await open.book("2027-03-03T10:00:00+01:00", open.salon.massage, open.salon.ben);
    expect(massage.status, JSON.stringify(massage.body)).toBe(201);
    const { salon } = open;
    const ofAnna = await entriesOf((await feedOf({ staff_id: salon.anna })).path);
    expect(ofAnna).toMatchObject([
      { title: "Cut – J. S.", from: "2027-03-01T09:00:00.000Z", status: "CONFIRMED" },
    ]);
    const ofAll = await entriesOf((await feedOf({ location_id: salon.locationId })).path);
    expect(ofAll.map(({ from }) => from.slice(0, 10))).toEqual(["2027-03-01", "2027-03-02", "2027-03-03"]);
    const ofRoom = await entriesOf((await feedOf({ resource_id: salon.roomId })).path);
    expect(ofRoom.map(({ from }) => from.slice(0, 10))).toEqual(["2027-03-03"]);
  });

  test("contains the name of the calendar, its last change and the refresh interval", async () => {
    const { path } = await feedOf({ staff_id: open.salon.anna });
    const { id, version } = await booked("2027-03-01T10:00:00+01:00");
    const { body } = await read(path);
    const calendar = new ICAL.Component(ICAL.parse(body));
    const value = (name: string) => String(calendar.getFirstPropertyValue(name));
    expect(value("name")).toBe(`Anna – ${(await open.call("GET", "")).body.data.name}`);
    expect(value("url")).toMatch(new RegExp(`/app/${open.salon.businessId}/calendar$`));
    expect(value("color")).toMatch(/^[a-z]+$/);
    expect(body).toContain("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n");
    expect(body).toContain("\r\nX-PUBLISHED-TTL:PT15M\r\n");
    expect(value("last-modified")).toBe("2027-03-01T06:00:00Z");
    const event = calendar.getFirstSubcomponent("vevent");
    expect(event?.getFirstPropertyValue("sequence")).toBe(version);
    expect(String(event?.getFirstPropertyValue("url"))).toContain(`open=${id}`);
    expect(event?.getFirstPropertyValue("class")).toBe("PRIVATE");
  });

  test("keeps a cancelled appointment as CANCELLED for 30 days, and has 30 days back and 180 ahead", async () => {
    const { path } = await feedOf({ location_id: open.salon.locationId });
    const { id } = await booked("2027-04-20T10:00:00+02:00");
    await booked("2027-03-02T10:00:00+01:00");
    await booked("2027-08-27T10:00:00+02:00");
    await booked("2027-09-01T10:00:00+02:00");
    expect((await transition(id, "cancelled")).status).toBe(200);
    const shown = async () => (await entriesOf(path)).map(({ from, status }) => [from.slice(5, 10), status]);
    expect(await shown()).toEqual([
      ["03-02", "CONFIRMED"],
      ["04-20", "CANCELLED"],
      ["08-27", "CONFIRMED"],
    ]);
    first.clock.set(MONDAY_AT + 31 * DAY);
    expect(await shown()).toEqual([
      ["03-02", "CONFIRMED"],
      ["08-27", "CONFIRMED"],
      ["09-01", "CONFIRMED"],
    ]);
    first.clock.set(MONDAY_AT + 32 * DAY);
    expect((await shown()).length).toBe(2);
  });

  test("shows neither service nor initials in a business whose deliveries have only ids and times", async () => {
    const { path } = await feedOf({ staff_id: open.salon.anna });
    const client_id = await open.addClient({ first_name: "Jane", last_name: "Smith" });
    await booked("2027-03-01T10:00:00+01:00", { client_id, status: "requested" });
    expect(await entriesOf(path)).toMatchObject([{ title: "Cut – J. S.", status: "TENTATIVE" }]);
    const owner = await signedInMember(open, "owner");
    const changed = await owner("PATCH", "", { webhook_payload: "ids_only", locale: "de-DE" });
    expect(changed.status, changed.text).toBe(200);
    expect(await entriesOf(path)).toMatchObject([{ title: "Termin" }]);
    expect((await read(path)).body).not.toMatch(/Cut|J\. S\.|Jane|Smith/);
  });

  test("answers 304 to its ETag until something changes", async () => {
    const { path } = await feedOf({ staff_id: open.salon.anna });
    const { id } = await booked("2027-03-01T10:00:00+01:00");
    const { headers } = await read(path);
    const tag = String(headers.etag);
    expect(headers["cache-control"]).toBe("private, no-cache");
    first.clock.set(MONDAY_AT + 60 * 60_000);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await read(path, { "if-none-match": sent });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", tag]);
    }
    await open.call("PATCH", `/appointments/${id}/note`, { internal_note: "Bring the blue dye" });
    const changed = await read(path, { "if-none-match": tag });
    expect(changed.statusCode).toBe(200);
    expect(changed.body).not.toContain("dye");
  });
});

describe("the list of feeds", () => {
  test("names their subjects and the last reading, and never the link", async () => {
    const { salon } = open;
    const answer = await create({ resource_id: salon.roomId });
    const { url, ...record } = answer.body.data;
    expect(url).toMatch(/\/api\/v1\/public\/calendar-feeds\/[\w-]{43}\.ics$/);
    expect(record).toMatchObject({ staff_id: null, location_id: null, resource_id: salon.roomId });
    const list = async () => (await manager("GET", "/calendar-feeds")).body.data.items;
    expect(await list()).toEqual([{ ...record, last_read_at: null }]);
    await read(new URL(url).pathname);
    expect(await list()).toMatchObject([{ id: record.id, last_read_at: "2027-03-01T06:00:00Z" }]);
    expect(JSON.stringify(await list())).not.toContain(url.slice(-47, -4));
  });

  test("refuses subjects of other businesses, none and several", async () => {
    const other = await testApp({ beside: first });
    expect(fieldsIn(await create({}))).toEqual([422, "/staff_id"]);
    const { anna, locationId } = open.salon;
    expect(fieldsIn(await create({ staff_id: anna, location_id: locationId }))).toEqual([422, "/staff_id"]);
    expect(fieldsIn(await create({ staff_id: other.salon.anna }))).toEqual([422, "/staff_id"]);
    expect(fieldsIn(await create({ location_id: newId() }))).toEqual([422, "/location_id"]);
    expect(fieldsIn(await create({ resource_id: other.salon.roomId }))).toEqual([422, "/resource_id"]);
  });

  test("a revoked feed, an unknown one and that of an inactive staff member answer the same 404", async () => {
    const { id, path } = await feedOf({ staff_id: open.salon.anna });
    const ofBen = await feedOf({ staff_id: open.salon.ben });
    expect((await read(path)).statusCode).toBe(200);
    expect((await read(path.replace(".ics", ""))).statusCode).toBe(200);
    const revoked = await manager("DELETE", `/calendar-feeds/${id}`);
    expect(revoked.body).toEqual({ success: true, data: { id, deleted: true } });
    expect((await manager("DELETE", `/calendar-feeds/${id}`)).status).toBe(404);
    const left = await manager("PATCH", `/staff/${open.salon.ben}`, { active: false });
    expect(left.status, left.text).toBe(200);
    const base = `${API_PREFIX}/public/calendar-feeds`;
    const gone = [path, ofBen.path, `${base}/${"a".repeat(43)}.ics`, `${base}/x`];
    const answers = await Promise.all(gone.map((each) => read(each)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

test("a colour has the nearest name of CSS", () => {
  expect([null, "#2D8A4E", "#000080", "#FFA000", "no colour"].map(colorName)).toEqual([
    "slateblue",
    "seagreen",
    "navy",
    "orange",
    "slateblue",
  ]);
});
