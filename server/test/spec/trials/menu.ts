import { expect } from "vitest";
import { differences } from "../shapes.ts";
import type { SpecApp } from "../specApp.ts";
import { one, pageOf, type Trial } from "../trial.ts";
import type { ApiCaller } from "../twoBusinesses.ts";

const B = "/businesses/{business}";

/** Creates a paid appointment with a partial refund. Returns the payment's id. */
async function newPayment(fixture: SpecApp): Promise<string> {
  const { id } = await fixture.newAppointment();
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  const sale = await fixture.get(fixture.owner, `POST ${B}/sales`, {
    body: {
      location_id: fixture.salon.locationId,
      appointment_id: id,
      payments: [{ method: "cash", amount: euros(4500) }],
    },
  });
  const payment = sale.payment_ids[0];
  await fixture.get(fixture.owner, `POST ${B}/payments/{payment}/refunds`, {
    ids: { payment },
    body: { amount: euros(1000), reason: "Waited long" },
  });
  return payment;
}

const nothing = async () => ({});

/** Trials for spec §4, "Menu, locations, team, payments". */
export const menuTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/services`]: { answers: pageOf("service"), input: nothing },
  [`GET ${B}/service-categories`]: { answers: pageOf("service category"), input: nothing },
  [`GET ${B}/services/{service}`]: {
    answers: one("service"),
    input: async ({ treatment }) => ({ ids: { service: treatment } }),
  },
  [`GET ${B}/locations`]: { answers: pageOf("location"), input: nothing },
  [`GET ${B}/locations/{location}`]: {
    answers: one("location"),
    input: async ({ salon }) => ({ ids: { location: salon.locationId } }),
  },
  [`GET ${B}/staff`]: { answers: pageOf("staff member"), input: nothing },
  [`GET ${B}/staff/{staff}/hours`]: {
    answers: one("staff hours"),
    input: async ({ salon }) => ({ ids: { staff: salon.anna } }),
    also: {
      "returns the shifts of the requested dates": async ({ salon }, ask) => {
        const query = { from: "2027-03-22", to: "2027-03-27" };
        const { data } = (await ask({ ids: { staff: salon.anna }, query })).body;
        expect(differences("staff hours", data)).toEqual([]);
        const shift = (starts_at: string, ends_at: string) => ({
          location_id: salon.locationId,
          starts_at: `2027-03-${starts_at}:00+01:00`,
          ends_at: `2027-03-${ends_at}:00+01:00`,
        });
        // The shifts come from weekly hours on Monday and Thursday, Anna's exception on Tuesday and the salon's exception on
        // Wednesday. Anna has time off from Friday.
        expect(data.shifts).toEqual([
          shift("22T09:00", "22T18:00"),
          shift("23T10:00", "23T12:00"),
          shift("24T09:00", "24T12:00"),
          shift("25T09:00", "25T18:00"),
        ]);
      },
    },
  },
  [`GET ${B}/payments`]: {
    answers: pageOf("payment"),
    input: async (fixture) => {
      await newPayment(fixture);
      return {};
    },
  },
  [`GET ${B}/payments/{payment}`]: {
    answers: one("payment"),
    input: async (fixture) => ({ ids: { payment: await newPayment(fixture) } }),
    also: {
      "its sale can be read with the same scope (contract §3)": async (fixture, ask) => {
        const payment = (await ask({ ids: { payment: await newPayment(fixture) } })).body.data;
        const reader = fixture.keys.get("payments:read") as ApiCaller;
        const sale = await fixture.get(reader, `GET ${B}/sales/{sale}`, { ids: { sale: payment.sale_id } });
        expect(differences("sale", sale)).toEqual([]);
        expect(sale.payment_ids).toEqual([payment.id]);
      },
      "a key cannot refund": async (fixture) => {
        const ids = { payment: await newPayment(fixture) };
        const body = { amount: { amount: 100, currency: "EUR" } };
        const refund = `POST ${B}/payments/{payment}/refunds`;
        const { status, body: refused } = await fixture.ask(fixture.program, refund, { ids, body });
        expect([status, refused.code]).toEqual([403, "forbidden_role"]);
      },
    },
  },
  [`GET ${B}/payments/account`]: {
    answers: one("payments account"),
    input: nothing,
    also: {
      "answers `not_connected` until an account is connected": async (_stage, ask) => {
        expect((await ask({})).body.data).toEqual({
          status: "not_connected",
          provider: null,
          charges_enabled: false,
          payouts_enabled: false,
          requirements_due: [],
        });
      },
    },
  },
};
