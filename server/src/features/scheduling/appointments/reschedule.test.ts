import { beforeEach, describe, expect, test } from "vitest";
import {
  type Answer,
  bookingOf,
  refusedFields,
  type TestApp,
  testApp,
} from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { createResource } from "../../business/locations/index.ts";
import { archiveService, updateService } from "../../business/services/index.ts";
import { updateStaffMember } from "../../business/staff/index.ts";

let open: TestApp;
beforeEach(async () => {
  open = await testApp({ isShared: true });
});

const at = (time: string) => `2027-03-08T${time}:00+01:00`;
const move = (id: string, body: object, headers?: Record<string, string>) =>
  open.call("PATCH", `/appointments/${id}/schedule`, body, headers);
const booked = async (time: string, items: [string, string][]) =>
  (await open.call("POST", "/appointments", bookingOf(open.salon, at(time), items))).body.data;
const to = (id: string, state: string) => open.call("POST", `/appointments/${id}/transitions`, { to: state });

describe("a move", () => {
  test("shifts the whole appointment: items, order, durations and prices stay, also after a change of the service", async () => {
    const { salon, database, clock } = open;
    const appointment = await booked("09:00", [
      [salon.cut, salon.anna],
      [salon.colour, salon.ben],
    ]);
    const changes = { duration_minutes: 5, price: { amount: 1, currency: "EUR" } };
    await database.transaction((tx) => updateService(tx, salon.businessId, salon.cut, changes, clock.now()));
    await database.transaction((tx) => archiveService(tx, salon.businessId, salon.cut, clock.now()));
    const answer = await move(appointment.id, { starts_at: "2027-03-29T14:00:00+02:00" });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"2"');
    const { data } = answer.body;
    expect(data).toMatchObject({
      starts_at: "2027-03-29T14:00:00+02:00",
      ends_at: "2027-03-29T16:15:00+02:00",
      version: 2,
    });
    const kept = ({ id, position, duration_minutes, price, staff_id }: Record<string, unknown>) => ({
      id,
      position,
      duration_minutes,
      price,
      staff_id,
    });
    expect(data.items.map(kept)).toEqual(appointment.items.map(kept));
    expect(data.items[1].starts_at).toBe("2027-03-29T14:45:00+02:00");
    expect((await open.call("GET", `/appointments/${appointment.id}`)).body.data).toEqual(data);
    expect((await open.book(at("09:00"), salon.colour)).status).toBe(201);
  });

  test("does not conflict with itself, and frees its previous time", async () => {
    const { salon } = open;
    const appointment = await booked("09:00", [[salon.massage, salon.anna]]);
    expect((await move(appointment.id, { starts_at: at("09:15") })).status).toBe(200);
    expect((await open.book(at("09:00"), salon.massage, salon.ben)).status).toBe(409);
    expect((await open.book(at("10:15"), salon.massage, salon.ben)).status).toBe(201);
  });

  test("onto taken time is refused with alternatives, and accepted with force", async () => {
    const { salon } = open;
    await booked("09:00", [[salon.cut, salon.anna]]);
    const appointment = await booked("12:00", [[salon.massage, salon.anna]]);
    const refused = await move(appointment.id, { starts_at: at("09:30") });
    expect(refused).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    expect((await move(appointment.id, { starts_at: at("09:30"), force: false })).status).toBe(409);
    expect((await open.call("GET", `/appointments/${appointment.id}`)).body.data).toEqual(appointment);
    for (const starts_at of refused.body.details.alternatives)
      expect((await move(appointment.id, { starts_at })).status).toBe(200);
    expect((await move(appointment.id, { starts_at: at("09:30"), force: true })).body.data.starts_at).toBe(
      at("09:30"),
    );
    // The overbooked appointment and its claim on the room end at 10:30.
    expect((await open.book(at("10:00"), salon.cut)).status).toBe(409);
    expect((await open.book(at("10:00"), salon.massage, salon.ben)).status).toBe(409);
    expect((await open.book(at("10:30"), salon.massage, salon.ben)).status).toBe(201);
  });

  test("assigns listed items to other staff members; other items keep theirs, even one who has left", async () => {
    const { salon, database, clock } = open;
    const appointment = await booked("09:00", [
      [salon.cut, salon.anna],
      [salon.cut, salon.anna],
    ]);
    const [, second] = appointment.items;
    await database.transaction((tx) =>
      updateStaffMember(tx, salon.businessId, salon.anna, { active: false }, clock.now()),
    );
    const swap = {
      starts_at: at("09:00"),
      items: [{ id: second.id.toUpperCase(), staff_id: salon.ben.toUpperCase() }],
    };
    const answer = await move(appointment.id, swap);
    expect(answer.body.data.items.map((item: { staff_id: string }) => item.staff_id)).toEqual([
      salon.anna,
      salon.ben,
    ]);
    expect((await open.book(at("09:45"), salon.cut, salon.ben)).status).toBe(409);
    const back = { starts_at: at("09:00"), items: [{ id: second.id, staff_id: salon.anna }] };
    expect(refusedFields(await move(appointment.id, back))).toEqual(["/items/0/staff_id"]);
    await database.transaction((tx) =>
      updateStaffMember(tx, salon.businessId, salon.anna, { active: true }, clock.now()),
    );
    expect((await open.book(at("09:55"), salon.colour, salon.anna)).status).toBe(201);
    expect((await move(appointment.id, back)).status).toBe(409);
  });

  test("takes other resources where its own are not free then", async () => {
    const { salon, database, clock } = open;
    const other = await database.transaction((tx) =>
      createResource(tx, salon.businessId, salon.locationId, { name: "Zimmer", type: "room" }, clock.now()),
    );
    await booked("09:00", [[salon.massage, salon.ben]]);
    const appointment = await booked("12:00", [[salon.massage, salon.anna]]);
    expect(appointment.items[0].resource_ids).toEqual([salon.roomId]);
    const moved = await move(appointment.id, { starts_at: at("09:30") });
    expect(moved.body.data.items[0].resource_ids).toEqual([other.id]);
    expect((await open.book(at("12:00"), salon.massage, salon.anna)).status).toBe(201);
  });

  test("to the same time changes nothing, not even with force", async () => {
    const appointment = await booked("09:00", [[open.salon.cut, open.salon.anna]]);
    const items = [{ id: appointment.items[0].id, staff_id: appointment.items[0].staff_id }];
    const answer = await move(appointment.id, { starts_at: "2027-03-08T08:00:00Z", items, force: true });
    expect(answer).toMatchObject({ status: 200, body: { data: appointment } });
  });

  test.each(["requested", "booked", "arrived"])("is allowed while the appointment is %s", async (state) => {
    const { salon, book } = open;
    const { data } = (
      await book(at("09:00"), salon.cut, salon.anna, state === "requested" ? { status: state } : {})
    ).body;
    if (state === "arrived") await to(data.id, state);
    expect((await move(data.id, { starts_at: at("10:00") })).body.data.status).toBe(state);
  });

  test.each([
    ["completed", ["arrived"]],
    ["cancelled", ["booked"]],
    ["no_show", ["booked"]],
  ])("is refused once the appointment is %s", async (state, allowed) => {
    const appointment = await booked("09:00", [[open.salon.cut, open.salon.anna]]);
    await to(appointment.id, state);
    for (const body of [
      { starts_at: at("10:00") },
      { starts_at: at("10:00"), force: true },
      { starts_at: at("09:00") },
    ])
      expect(await move(appointment.id, body)).toMatchObject({
        status: 409,
        body: { code: "invalid_transition", details: { from: state, to: null, allowed } },
      });
  });
});

describe("a move is refused", () => {
  test("for every field that is wrong", async () => {
    const { salon } = open;
    const appointment = await booked("09:00", [[salon.cut, salon.anna]]);
    const foreign = await booked("12:00", [[salon.cut, salon.anna]]);
    const staffOf = (id: unknown, staff_id: unknown) => ({
      starts_at: at("10:00"),
      items: [{ id, staff_id }],
    });
    const item = appointment.items[0].id;
    const cases: [object, string[]][] = [
      [{}, ["/starts_at"]],
      [{ starts_at: "tomorrow" }, ["/starts_at"]],
      [{ starts_at: at("10:00"), force: 1 }, ["/force"]],
      [{ starts_at: at("10:00"), note: "" }, ["/note"]],
      [{ starts_at: at("10:00"), items: [{ id: item }] }, ["/items/0/staff_id"]],
      [{ starts_at: at("10:00"), items: new Array(11).fill({ id: item, staff_id: salon.ben }) }, ["/items"]],
      [staffOf("x", null), ["/items/0/id", "/items/0/staff_id"]],
      [staffOf(foreign.items[0].id, salon.ben), ["/items/0/id"]],
      [staffOf(item, newId()), ["/items/0/staff_id"]],
      [
        { starts_at: at("10:00"), items: new Array(2).fill({ id: item, staff_id: salon.ben }) },
        ["/items/1/id"],
      ],
    ];
    for (const [body, fields] of cases)
      expect(refusedFields(await move(appointment.id, body))).toEqual(fields);
  });

  test("when the appointment has changed since it was read, before its references and after 404", async () => {
    const appointment = await booked("09:00", [[open.salon.cut, open.salon.anna]]);
    const body = { starts_at: at("10:00"), items: [{ id: newId(), staff_id: newId() }] };
    const stale = await move(appointment.id, body, { "if-match": '"7"' });
    expect(stale).toMatchObject({ status: 412, body: { code: "version_mismatch", details: { version: 1 } } });
    expect((await move(appointment.id, body, { "if-match": "nonsense" })).status).toBe(412);
    expect((await move(newId(), body, { "if-match": '"7"' })).status).toBe(404);
    expect((await move(appointment.id, body, { "if-match": 'W/"1"' })).status).toBe(412);
    const answers: Answer[] = [];
    for (const header of ['"1"', "2", '"2", "3"', "*"])
      answers.push(
        await move(appointment.id, { starts_at: at(`1${answers.length}:00`) }, { "if-match": header }),
      );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  });
});
