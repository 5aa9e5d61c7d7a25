import { expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { chargeFee, type FeeOf } from "./chargeFee.ts";

const fixture = await checkoutApp({ isShared: true });

const twenty: FeeOf = async (_tx, _businessId, { kind }) => ({ amountMinor: 2000, description: kind });
const nothing: FeeOf = async () => null;

function charge(
  appointment_id: string,
  kind: "late_cancel" | "no_show",
  more: { clientId?: string; feeFor?: FeeOf } = {},
) {
  const { clientId = fixture.salon.clientId, feeFor = twenty } = more;
  const wanted = { clientId, input: { appointment_id, kind }, now: fixture.clock.now() };
  return withSnapshot(fixture.database, fixture.salon.businessId, (snapshot) =>
    fixture.database.transaction((tx) => chargeFee(tx, snapshot, feeFor, wanted)),
  );
}

/** Returns the status of the expected error and the paths of its field problems. */
async function refusal(work: Promise<unknown>): Promise<unknown[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error("It was not refused.", { cause: error });
  const fields = (error.details?.fields ?? []) as { path: string }[];
  return [error.status, ...fields.map(({ path }) => path)];
}

async function appointmentThatIs(to: "cancelled" | "no_show"): Promise<string> {
  const appointment = await fixture.newAppointment();
  await fixture.call("POST", `/appointments/${appointment}/transitions`, { to });
  return appointment;
}

test("a fee is an open sale of one line, once per appointment, and paying it does not complete the appointment", async () => {
  const appointment = await appointmentThatIs("no_show");
  const fee = await charge(appointment, "no_show");
  expect(fee).toMatchObject({
    client_id: fixture.salon.clientId,
    appointment_id: appointment,
    status: "open",
    lines: [{ kind: "fee", description: "no_show", total: money(2000) }],
    total: money(2000),
  });
  expect(await refusal(charge(appointment, "no_show"))).toEqual([422, "/appointment_id"]);
  await fixture.newEvents();
  const paid = await fixture.pay(fee.id, "card", 2000);
  expect(paid.body.data).toMatchObject({ payment: { kind: "fee" }, sale: { status: "completed" } });
  expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
    "payment.succeeded",
    "sale.completed",
  ]);
  // After the fee was charged, the client arrives late and also pays for the appointment.
  await fixture.call("POST", `/appointments/${appointment}/transitions`, { to: "booked" });
  expect((await fixture.sell({ appointment_id: appointment, payments: [fixture.cash(4500)] })).status).toBe(
    201,
  );
});

test("a voided fee can be charged again", async () => {
  const appointment = await appointmentThatIs("cancelled");
  const fee = await charge(appointment, "late_cancel");
  await fixture.owner("POST", `/sales/${fee.id}/void`);
  expect((await charge(appointment, "late_cancel")).status).toBe("open");
});

test("a fee requires an appointment of the client that was cancelled late or missed, and a policy that charges it", async () => {
  const [missed, booked] = [await appointmentThatIs("no_show"), await fixture.newAppointment()];
  const other = await fixture.addClient({ first_name: "Other" });
  expect(await refusal(charge(missed, "late_cancel"))).toEqual([422, "/kind"]);
  expect(await refusal(charge(booked, "no_show"))).toEqual([422, "/kind"]);
  expect(await refusal(charge(unknownId, "no_show"))).toEqual([422, "/appointment_id"]);
  expect(await refusal(charge(missed, "no_show", { clientId: other }))).toEqual([422, "/appointment_id"]);
  expect(await refusal(charge(missed, "no_show", { clientId: unknownId }))).toEqual([404]);
  expect(await refusal(charge(missed, "no_show", { feeFor: nothing }))).toEqual([422, "/kind"]);
  // Requests cannot contain a line of kind `fee`.
  expect(fieldsIn(await fixture.sell({ lines: [{ kind: "fee", unit_price: money(1) }] }))).toEqual([
    422,
    "/lines/0/kind",
  ]);
});

test("a fee is refused when the currency differs from that of the appointment", async () => {
  const other = await checkoutApp({ isShared: true });
  try {
    const appointment = await other.newAppointment();
    await other.call("POST", `/appointments/${appointment}/transitions`, { to: "no_show" });
    expect((await other.owner("PATCH", "", { currency: "JPY" })).status).toBe(200);
    const { businessId, clientId } = other.salon;
    const wanted = {
      clientId,
      input: { appointment_id: appointment, kind: "no_show" as const },
      now: other.clock.now(),
    };
    const charged = withSnapshot(other.database, businessId, (snapshot) =>
      other.database.transaction((tx) => chargeFee(tx, snapshot, twenty, wanted)),
    );
    expect(await refusal(charged)).toEqual([422, "/appointment_id"]);
  } finally {
    await other.close();
  }
});

test("a change of the currency and a first fee exclude each other", async () => {
  const other = await checkoutApp({ isShared: true });
  try {
    const appointment = await other.newAppointment();
    await other.call("POST", `/appointments/${appointment}/transitions`, { to: "no_show" });
    const { businessId, clientId } = other.salon;
    const wanted = {
      clientId,
      input: { appointment_id: appointment, kind: "no_show" as const },
      now: other.clock.now(),
    };
    let change: Promise<{ status: number }> | undefined;
    // The change of the currency starts while the fee is being charged.
    const slowly: FeeOf = async () => {
      change = other.owner("PATCH", "", { currency: "JPY" });
      await Promise.race([change, untilTransactionWaits(other.connectionString)]);
      return { amountMinor: 2000, description: "no_show" };
    };
    const fee = await withSnapshot(other.database, businessId, (snapshot) =>
      other.database.transaction((tx) => chargeFee(tx, snapshot, slowly, wanted)),
    );
    expect(fee.total).toEqual(money(2000));
    expect((await change)?.status).toBe(422);
  } finally {
    await other.close();
  }
});
