import { expect } from "vitest";
import { differences } from "../shapes.ts";
import type { SpecApp } from "../specApp.ts";
import { one, pageOf, type Trial } from "../trial.ts";
import type { ApiCaller } from "../twoBusinesses.ts";

const B = "/businesses/{business}";

/** A visit that was paid, and half of it given back; answers the payment's id. */
async function paid(stage: SpecApp): Promise<string> {
  const { id } = await stage.visit();
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  const sale = await stage.get(stage.owner, `POST ${B}/sales`, {
    body: {
      location_id: stage.salon.locationId,
      appointment_id: id,
      payments: [{ method: "cash", amount: euros(4500) }],
    },
  });
  const payment = sale.payment_ids[0];
  await stage.get(stage.owner, `POST ${B}/payments/{payment}/refunds`, {
    ids: { payment },
    body: { amount: euros(1000), reason: "Waited long" },
  });
  return payment;
}

const nothing = async () => ({});

/** Spec §4, "Menu, locations, team, payments". */
export const menuTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/services`]: { answers: pageOf("service"), wish: nothing },
  [`GET ${B}/service-categories`]: { answers: pageOf("service category"), wish: nothing },
  [`GET ${B}/services/{service}`]: {
    answers: one("service"),
    wish: async ({ treatment }) => ({ ids: { service: treatment } }),
  },
  [`GET ${B}/locations`]: { answers: pageOf("location"), wish: nothing },
  [`GET ${B}/locations/{location}`]: {
    answers: one("location"),
    wish: async ({ salon }) => ({ ids: { location: salon.locationId } }),
  },
  [`GET ${B}/staff`]: { answers: pageOf("staff member"), wish: nothing },
  [`GET ${B}/staff/{staff}/hours`]: {
    answers: one("staff hours"),
    wish: async ({ salon }) => ({ ids: { staff: salon.anna } }),
    also: {
      "for dates, the shifts they come to": async ({ salon }, ask) => {
        const query = { from: "2027-03-22", to: "2027-03-27" };
        const { data } = (await ask({ ids: { staff: salon.anna }, query })).body;
        expect(differences("staff hours", data)).toEqual([]);
        const shift = (starts_at: string, ends_at: string) => ({
          location_id: salon.locationId,
          starts_at: `2027-03-${starts_at}:00+01:00`,
          ends_at: `2027-03-${ends_at}:00+01:00`,
        });
        // Monday as ever, Tuesday by her exception, Wednesday by the salon's, Thursday as ever, then time off.
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
    wish: async (stage) => {
      await paid(stage);
      return {};
    },
  },
  [`GET ${B}/payments/{payment}`]: {
    answers: one("payment"),
    wish: async (stage) => ({ ids: { payment: await paid(stage) } }),
    also: {
      "the sale that it is of can be read with the same scope (contract §3)": async (stage, ask) => {
        const payment = (await ask({ ids: { payment: await paid(stage) } })).body.data;
        const reader = stage.keys.get("payments:read") as ApiCaller;
        const sale = await stage.get(reader, `GET ${B}/sales/{sale}`, { ids: { sale: payment.sale_id } });
        expect(differences("sale", sale)).toEqual([]);
        expect(sale.payment_ids).toEqual([payment.id]);
      },
      "refunds are not possible with a key": async (stage) => {
        const ids = { payment: await paid(stage) };
        const body = { amount: { amount: 100, currency: "EUR" } };
        const refund = `POST ${B}/payments/{payment}/refunds`;
        const { status, body: refused } = await stage.ask(stage.program, refund, { ids, body });
        expect([status, refused.code]).toEqual([403, "forbidden_role"]);
      },
    },
  },
  [`GET ${B}/payments/account`]: {
    answers: one("payments account"),
    wish: nothing,
    also: {
      "`not_connected` as long as nothing is": async (_stage, ask) => {
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
