import { describe, expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";
import { bookingOf } from "../../../../test/fixtures/testApp.ts";

const fixture = await checkoutApp();

const recordOf = async (id: string) => (await fixture.call("GET", `/appointments/${id}`)).body.data;
const typesOf = async () => (await fixture.newEvents()).map(({ type }) => type);
const comb = { kind: "product", description: "Comb", unit_price: money(900) };

describe("the items of an appointment", () => {
  test("are sold with the lines of the sale, and each line names its item", async () => {
    const { salon } = fixture;
    const appointment = await fixture.newAppointment([
      [salon.cut, salon.anna],
      [salon.colour, salon.ben],
    ]);
    const { items } = await recordOf(appointment);
    const sold = await fixture.sell({ appointment_id: appointment, lines: [comb] });
    expect(sold.status).toBe(201);
    expect(sold.body.data).toMatchObject({
      lines: [
        { description: "Cut", item_id: items[0].id, unit_price: money(4500) },
        { description: "Colour", item_id: items[1].id, unit_price: money(9000) },
        { kind: "product", description: "Comb", item_id: null },
      ],
      total: money(14_400),
    });
    expect((await fixture.call("GET", `/sales/${sold.body.data.id}`)).body.data).toEqual(sold.body.data);
  });

  test("are left out on purpose by omit_items", async () => {
    const { salon } = fixture;
    const appointment = await fixture.newAppointment([
      [salon.cut, salon.anna],
      [salon.colour, salon.ben],
    ]);
    const [cut, colour] = (await recordOf(appointment)).items.map(({ id }: { id: string }) => id);
    const refused = async (body: object) => fieldsIn(await fixture.sell(body));
    expect(await refused({ appointment_id: appointment, omit_items: [cut, unknownId, cut] })).toEqual([
      422,
      "/omit_items/1",
      "/omit_items/2",
    ]);
    expect(await refused({ appointment_id: appointment, omit_items: [cut, colour] })).toEqual([
      422,
      "/omit_items",
    ]);
    expect(await refused({ lines: [comb], omit_items: [cut] })).toEqual([422, "/omit_items"]);
    const sold = await fixture.sell({
      appointment_id: appointment,
      omit_items: [cut.toUpperCase()],
      payments: [fixture.cash(9000)],
    });
    expect(sold.body.data).toMatchObject({
      status: "completed",
      lines: [{ description: "Colour", item_id: colour }],
      total: money(9000),
    });
    expect(await recordOf(appointment)).toMatchObject({ status: "completed", items: [{}, {}] });
  });

  test("can all be left out when there are lines", async () => {
    const appointment = await fixture.newAppointment();
    const { items } = await recordOf(appointment);
    const omit_items = items.map(({ id }: { id: string }) => id);
    const sold = await fixture.sell({ appointment_id: appointment, omit_items, lines: [comb] });
    expect(sold.body.data).toMatchObject({ lines: [{ kind: "product" }], total: money(900) });
  });

  test("are sold at other prices by leaving them out and adding a line, at their booked price by default", async () => {
    const { salon } = fixture;
    const appointment = await fixture.newAppointment();
    const omit_items = [(await recordOf(appointment)).items[0].id];
    await fixture.owner("PATCH", `/services/${salon.cut}`, { price: money(5000) });
    const lines = [{ kind: "service", service_id: salon.cut }];
    const sold = await fixture.sell({ appointment_id: appointment, omit_items, lines });
    expect(sold.body.data).toMatchObject({ lines: [{ unit_price: money(4500), item_id: null }] });
    await fixture.owner("PATCH", `/services/${salon.cut}`, { price: money(4500) });
  });
});

describe("a sale that closes before its appointment starts", () => {
  let day = 0;
  const future = async (status: "booked" | "requested"): Promise<string> => {
    const { salon } = fixture;
    const startsAt = new Date(fixture.clock.now() + ++day * 86_400_000).toISOString();
    const booking = bookingOf(salon, startsAt, [[salon.cut, salon.anna]]);
    const booked = await fixture.call("POST", "/appointments", { ...booking, status });
    expect(booked.status).toBe(201);
    return booked.body.data.id;
  };

  test.each([
    ["booked", "future", "booked"],
    ["requested", "future", "requested"],
    ["arrived", "future", "completed"],
    ["completed", "future", "completed"],
    ["booked", "past", "completed"],
    ["requested", "past", "completed"],
    ["arrived", "past", "completed"],
    ["completed", "past", "completed"],
  ])("%s in the %s: is %s", async (status, when, expected) => {
    const id = await future(status === "requested" ? status : "booked");
    if (status === "arrived" || status === "completed")
      await fixture.call("POST", `/appointments/${id}/transitions`, { to: status });
    const before = await recordOf(id);
    if (when === "past") fixture.clock.set(Date.parse(before.starts_at));
    await fixture.newEvents();
    const sold = await fixture.sell({ appointment_id: id, payments: [fixture.cash(4500)] });
    expect(sold.body.data.status).toBe("completed");
    const isCompletedNow = expected === "completed" && status !== "completed";
    expect(await typesOf()).toEqual([
      ...(isCompletedNow ? ["appointment.completed"] : []),
      "payment.succeeded",
      "sale.completed",
    ]);
    const after = await recordOf(id);
    expect(after.status).toBe(expected);
    if (!isCompletedNow) expect(after).toEqual(before);
  });

  test("leaves it to the usual transitions, and completed it stays completed", async () => {
    const id = await future("booked");
    await fixture.sell({ appointment_id: id, payments: [fixture.cash(4500)] });
    const change = (to: string) => fixture.call("POST", `/appointments/${id}/transitions`, { to });
    expect((await change("arrived")).status).toBe(200);
    expect((await change("completed")).status).toBe(200);
    expect(await change("arrived")).toMatchObject({ status: 409, body: { code: "invalid_transition" } });
    expect(fieldsIn(await fixture.sell({ appointment_id: id }))).toEqual([422, "/appointment_id"]);
  });
});
