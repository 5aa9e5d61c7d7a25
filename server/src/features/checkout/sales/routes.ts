import { ownOnly } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/calendar/index.ts";
import { nameOnlinePayment, type PaymentProvider, readPayment } from "../payments/index.ts";
import { openSale } from "./openSale.ts";
import { openToPay } from "./openToPay.ts";
import { pay } from "./pay.ts";
import { paymentChangeRoutes } from "./paymentRoutes.ts";
import { payOnline } from "./payOnline.ts";
import { readSaleRow, salePage } from "./readSales.ts";
import { saleRecord } from "./saleRecord.ts";
import {
  Sale,
  SaleInput,
  SalePage,
  SalePayment,
  SalePaymentInput,
  SaleQuery,
  type SaleRecord,
} from "./schema.ts";
import { voidSale } from "./voidSale.ts";

const tag = "Sales";
const SALES = "/businesses/:business/sales";
const ONE = "/businesses/:business/sales/:sale";
const everybody = appOnly("owner", "manager", "reception", "staff");

/** The till (app-operations, "Money"). A member of the staff sells for their own visits, and where there is no visit. */
export function saleRoutes(context: Context, provider: PaymentProvider | null): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: SALES,
      access: everybody,
      operationId: "listSales",
      tag,
      summary: "List sales",
      description:
        "Newest first. A member of the staff sees those of their own visits, and those without one.",
      query: SaleQuery,
      data: SalePage,
      run: async ({ businessId, caller, query }) => ({
        data: await salePage(database, businessId, query, ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "POST",
      path: SALES,
      access: everybody,
      operationId: "createSale",
      tag,
      summary: "Create a sale",
      description:
        "Closes as soon as it is paid in full, which completes its visit; else it stays open for further payments. Codes of gift cards are in the answer that closed the sale and nowhere else, nor in that answer when it is given again.",
      body: SaleInput,
      data: Sale,
      status: 201,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, body, storeResponse }) => {
        const wish = { input: body, own: ownOnly(caller, businessId), now: clock.now() };
        return withSnapshot(database, businessId, (setup) =>
          database.transaction(async (tx) => {
            const { sale, codes } = await openSale(tx, setup, wish);
            const kept = storeResponse(tx, { data: sale });
            return { ...kept, data: withCodes(sale, codes) };
          }),
        );
      },
    }),
    route({
      method: "GET",
      path: ONE,
      access: scoped("payments:read"),
      operationId: "getSale",
      tag,
      summary: "Get a sale",
      data: Sale,
      run: async ({ businessId, caller, params }) => ({
        data: saleRecord(await readSaleRow(database, businessId, params.sale, ownOnly(caller, businessId))),
      }),
    }),
    route({
      method: "POST",
      path: `${ONE}/payments`,
      access: everybody,
      operationId: "createSalePayment",
      tag,
      summary: "Create a payment for a sale",
      description:
        "The payment that makes it paid in full closes it. With `online` it is begun with the payment provider, and pending until the client has paid.",
      body: SalePaymentInput,
      data: SalePayment,
      status: 201,
      errors: ["invalid_transition"],
      run: async ({ businessId, caller, params, body, storeResponse, replaceResponse, discardResponse }) => {
        const own = ownOnly(caller, businessId);
        const saleId = params.sale;
        if (body.online === true) {
          const recordsOf = async (tx: Transaction, paymentId: string) => ({
            payment: await readPayment(tx, businessId, paymentId),
            sale: saleRecord(await readSaleRow(tx, businessId, saleId)),
          });
          const wish = { businessId, saleId, input: body, own };
          const begun = await payOnline(context, provider, wish, {
            begun: async (tx, paymentId) => void storeResponse(tx, { data: await recordsOf(tx, paymentId) }),
            undone: discardResponse,
          });
          const { paymentId, providerPaymentId, clientSecret } = begun;
          const answer = await database.transaction(async (tx) => {
            const named = { paymentId, providerPaymentId, now: clock.now() };
            if (!(await nameOnlinePayment(tx, businessId, named))) {
              discardResponse(tx);
              return null;
            }
            const kept = replaceResponse(tx, { data: await recordsOf(tx, paymentId) });
            return { ...kept, data: { ...kept.data, client_secret: clientSecret } };
          });
          // A computer that slept in between, say: nobody is given the secret of a payment that no longer counts.
          if (answer === null) throw new ApiError("unavailable", "That took too long. Try again.");
          return answer;
        }
        const { online: _, ...tender } = body;
        return withSnapshot(database, businessId, (setup) =>
          database.transaction(async (tx) => {
            const open = await openToPay(tx, setup, saleId, own);
            const paid = await pay(tx, setup, open, [{ ...tender, path: "" }], clock.now());
            const [payment] = paid.payments;
            if (payment === undefined) throw new Error("The payment's row did not come back.");
            const kept = storeResponse(tx, { data: { payment, sale: paid.sale } });
            return { ...kept, data: { payment, sale: withCodes(paid.sale, paid.codes) } };
          }),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/void`,
      access: appOnly("owner", "manager"),
      operationId: "voidSale",
      tag,
      summary: "Void a sale",
      description:
        "Only while nothing was paid, or after everything was refunded. What it put into wallets is taken back as far as it was not used. Its visit stays as it is, and can be sold again.",
      data: Sale,
      errors: ["invalid_transition"],
      run: ({ businessId, params, storeResponse }) =>
        database.transaction(async (tx) => {
          const voiding = { saleId: params.sale, now: clock.now() };
          return storeResponse(tx, { data: await voidSale(tx, businessId, voiding) });
        }),
    }),
    ...paymentChangeRoutes(context, provider),
  ];
}

function withCodes(sale: SaleRecord, codes: ReadonlyMap<string, string>): SaleRecord {
  return {
    ...sale,
    lines: sale.lines.map((line) => {
      const code = codes.get(line.id);
      return code === undefined ? line : { ...line, gift_card_code: code };
    }),
  };
}
