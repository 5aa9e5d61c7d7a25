/** Functions that charge fees. */
export * as saleFees from "./chargeFee.ts";
/** Functions that move the sales of a merged client and export the sales of a client. */
export * as clientSales from "./clientSales.ts";
/** Functions that update a locked sale after payments and refunds. */
export * as saleCompletion from "./completeSale.ts";
/** Functions that change an open sale: by request, or when its appointment changes. */
export * as openSales from "./followAppointment.ts";
/** Functions that lock a sale for a payment or a refund. */
export * as saleLocks from "./lockSale.ts";
export { openSale } from "./openSale.ts";
export { readSale, readSaleRow } from "./readSales.ts";
export { retaxSale } from "./retaxSale.ts";
export { saleRoutes } from "./routes.ts";
export { Sale, SaleQuoteInput, saleEvents, saleInputFields } from "./schema.ts";
export { voidSale } from "./voidSale.ts";
