import { ownOnly, roleOf } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { quoteSale } from "./quoteSale.ts";
import { readSaleRow, salePage } from "./readSales.ts";
import { saleRecord } from "./saleRecord.ts";
import { Sale, SalePage, SaleQuery, SaleQuote, SaleQuoteInput } from "./schema.ts";

const tag = "Sales";
const SALES = "/businesses/:business/sales";
const ONE = "/businesses/:business/sales/:sale";

/**
 * Returns the routes for sales (app-operations, "Money"). The routes that create and pay sales and charge fees are in `checkout/payments`,
 * because they also take payments.
 */
export function saleRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: SALES,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "listSales",
      tag,
      summary: "List sales",
      description:
        "Newest first. Business members with the role `staff` see sales of their own appointments and sales without an appointment.",
      query: SaleQuery,
      data: SalePage,
      large: true,
      run: async ({ businessId, caller, query }) => ({
        data: await salePage(database, businessId, query, caller),
      }),
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
      path: `${SALES}/quote`,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "quoteSale",
      tag,
      summary: "Quote a sale",
      description:
        "Returns the lines and totals that creating the sale would produce, with the same rules and errors. Changes nothing.",
      body: SaleQuoteInput,
      data: SaleQuote,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const role = roleOf(caller, businessId) ?? "staff";
        const opening = { input: body, own, role, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) =>
            storeResponse(tx, { data: await quoteSale(tx, snapshot, opening) }),
          ),
        );
      },
    }),
  ];
}
