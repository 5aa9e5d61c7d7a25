import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { prefersText } from "../../../platform/http/htmlPage.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { readReceipt } from "./readReceipt.ts";
import { receiptPage } from "./receiptPage.ts";
import { Receipt, ReceiptEmailInput, ReceiptQuery, SentReceipt } from "./schema.ts";
import { RECEIPTS_PER_HOUR, sendReceipt } from "./sendReceipt.ts";

export function receiptRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/sales/:sale/receipt",
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "getReceipt",
      tag: "Sales",
      summary: "Get the receipt of a sale",
      description:
        "Returns 404 until the sale is completed. The page is in the language of the business's locale: English, German, French or Spanish.",
      query: ReceiptQuery,
      data: Receipt,
      documentMediaTypes: ["text/html"],
      run: async ({ businessId, caller, params, query, sent }) => {
        const own = ownOnly(caller, businessId);
        const read = await readReceipt(database, businessId, params.sale, own);
        const format = query.format ?? (prefersText(sent.header("accept"), "html") ? "html" : "json");
        if (format === "json") return { data: read.receipt };
        return { document: { mediaType: "text/html", ...receiptPage(read, format) } };
      },
    }),
    route({
      method: "POST",
      path: "/businesses/:business/sales/:sale/receipt/send",
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "sendReceipt",
      tag: "Sales",
      summary: "Send the receipt of a sale by e-mail",
      description: `Sends the receipt to the address in the request, or to the client of the sale if the request has no address. Returns 422 if the client has no address either. A user can send ${RECEIPTS_PER_HOUR} receipts an hour.`,
      body: ReceiptEmailInput,
      data: SentReceipt,
      errors: ["rate_limited"],
      run: ({ businessId, caller, params, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const sending = {
          saleId: params.sale,
          email: body.email,
          userId: caller.userId,
          own,
          now: clock.now(),
        };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await sendReceipt(tx, businessId, sending) }),
        );
      },
    }),
  ];
}
