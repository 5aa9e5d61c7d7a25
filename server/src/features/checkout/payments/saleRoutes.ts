import { ownOnly, roleOf } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { readSale, Sale, SaleQuoteInput, voidSale } from "../sales/index.ts";
import { checkOut, editSale } from "./checkOut.ts";
import { releaseDeposits } from "./deposits/ofSale.ts";
import { storeProviderPaymentId } from "./onlinePayment.ts";
import { type Paid, paySale } from "./pay.ts";
import { payOnline } from "./payOnline.ts";
import type { PaymentProvider } from "./provider/provider.ts";
import { readPayment } from "./readPayments.ts";
import { SaleInput, SalePayment, SalePaymentInput } from "./schema.ts";

const tag = "Sales";
const access = appOnly("owner", "manager", "reception", "staff");

/** Returns the routes that create, pay and void sales. The other sale routes are in `checkout/sales`. */
export function salePaymentRoutes(context: Context, provider: PaymentProvider | null): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "POST",
      path: "/businesses/:business/sales",
      access,
      operationId: "createSale",
      tag,
      summary: "Create a sale",
      description:
        "Sells `lines` and the items of the appointment, except `omit_items`. A sale that is paid in full completes, and completes its appointment unless the appointment is in the future. An open sale accepts further payments. `max_discount_percent` of the policy limits discounts, including prices below the booked or menu price, by role. Returns 403 above the limit. Discounts and promotions do not apply to gift cards. The price of a gift card product cannot change. Only the response that completes the sale contains the codes of its gift cards. A replayed response omits the codes.",
      body: SaleInput,
      data: Sale,
      status: 201,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const role = roleOf(caller, businessId) ?? "staff";
        const input = { input: body, own, role, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const { sale, codes } = await checkOut(tx, snapshot, input);
            const stored = storeResponse(tx, { data: sale });
            return { ...stored, data: withCodes(sale, codes) };
          }),
        );
      },
    }),
    route({
      method: "PUT",
      path: "/businesses/:business/sales/:sale",
      access,
      operationId: "replaceSale",
      tag,
      summary: "Replace an open sale",
      description:
        "Replaces lines, client, promotion and tip by the rules of creating a sale. The sale must be open and must have no payments except deposits. The appointment of the sale cannot change. A sale without an amount due completes.",
      body: SaleQuoteInput,
      data: Sale,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, body }) => {
        const own = ownOnly(caller, businessId);
        const role = roleOf(caller, businessId) ?? "staff";
        const edit = { saleId: params.sale, input: body, own, role, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const { sale, codes } = await editSale(tx, snapshot, edit);
            return { data: withCodes(sale, codes) };
          }),
        );
      },
    }),
    route({
      method: "POST",
      path: "/businesses/:business/sales/:sale/payments",
      access,
      operationId: "createSalePayment",
      tag,
      summary: "Create a payment for a sale",
      description:
        "A payment of the whole amount due completes the sale. With `online`, the payment starts at the payment provider and is pending until the client pays.",
      body: SalePaymentInput,
      data: SalePayment,
      status: 201,
      errors: ["invalid_transition"],
      dryRunsWithout: ["client_secret"],
      run: async ({ businessId, caller, params, body, storeResponse, replaceResponse, discardResponse }) => {
        const own = ownOnly(caller, businessId);
        const saleId = params.sale;
        if (body.online === true) {
          const recordsOf = async (tx: Transaction, paymentId: string) => ({
            payment: await readPayment(tx, businessId, paymentId),
            sale: await readSale(tx, businessId, saleId),
          });
          const wanted = { businessId, saleId, input: body, own };
          const started = await payOnline(context, provider, wanted, {
            store: async (tx, paymentId) => void storeResponse(tx, { data: await recordsOf(tx, paymentId) }),
            discard: discardResponse,
          });
          const { paymentId, providerPaymentId, clientSecret } = started;
          const answer = await database.transaction(async (tx) => {
            const ids = { paymentId, providerPaymentId, now: clock.now() };
            if (!(await storeProviderPaymentId(tx, businessId, ids))) {
              discardResponse(tx);
              return null;
            }
            const stored = replaceResponse(tx, { data: await recordsOf(tx, paymentId) });
            return { ...stored, data: { ...stored.data, client_secret: clientSecret } };
          });
          // A background job has already marked the payment as failed, for example because the machine slept. The server must
          // therefore not send the secret.
          if (answer === null)
            throw new ApiError("unavailable", "The request took too long. Try again shortly.");
          return answer;
        }
        const { online: _, ...tender } = body;
        const tenders = [{ ...tender, path: "" }];
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const paid = await paySale(tx, snapshot, { saleId, own, tenders, now: clock.now() });
            const [payment] = paid.payments;
            if (payment === undefined) throw new Error("The inserted payment was not found.");
            const stored = storeResponse(tx, { data: { payment, sale: paid.sale } });
            return { ...stored, data: { payment, sale: withCodes(paid.sale, paid.codes) } };
          }),
        );
      },
    }),
    route({
      method: "POST",
      path: "/businesses/:business/sales/:sale/void",
      access: appOnly("owner", "manager"),
      operationId: "voidSale",
      tag,
      summary: "Void a sale",
      description:
        "The sale must have no payments, or all payments must be refunded. Deposits of an open sale return to its appointment. The unused parts of packages, memberships and gift cards from the sale are withdrawn. The appointment keeps its status and can be sold again.",
      data: Sale,
      errors: ["invalid_transition"],
      run: ({ businessId, params, storeResponse }) =>
        database.transaction(async (tx) => {
          const voiding = { saleId: params.sale, now: clock.now() };
          await releaseDeposits(tx, businessId, voiding);
          return storeResponse(tx, { data: await voidSale(tx, businessId, voiding) });
        }),
    }),
  ];
}

function withCodes(sale: Paid["sale"], codes: Paid["codes"]): Paid["sale"] {
  return {
    ...sale,
    lines: sale.lines.map((line) => {
      const code = codes.get(line.id);
      return code === undefined ? line : { ...line, gift_card_code: code };
    }),
  };
}
