export { chargeFee } from "./chargeFee.ts";
/** Merging and exporting the sales of a client. */
export * as clientSales from "./clientSales.ts";
/** Changes of a locked sale by payments and refunds. */
export * as saleCompletion from "./completeSale.ts";
/** What follows a change of the appointment of a sale. */
export * as openSales from "./followAppointment.ts";
/** Locking a sale, for a payment or a refund. */
export * as saleLocks from "./lockSale.ts";
export { openSale } from "./openSale.ts";
export { readSale, readSaleRow } from "./readSales.ts";
export { retaxSale } from "./retaxSale.ts";
export { saleRoutes } from "./routes.ts";
export { Sale, saleEvents, saleInputFields } from "./schema.ts";
export { voidSale } from "./voidSale.ts";
