export { chargeFee } from "./chargeFee.ts";
export { exportSales, moveSales } from "./clientSales.ts";
export { paymentsChanged, withdrawIfRefunded } from "./completeSale.ts";
export { type LockedSale, lockForPayment, lockSale } from "./lockSale.ts";
export { openSale } from "./openSale.ts";
export { readSale } from "./readSales.ts";
export { saleRoutes } from "./routes.ts";
export { Sale, saleEvents, saleInputFields } from "./schema.ts";
export { voidSale } from "./voidSale.ts";
