export { assertDiscountAllowed } from "./discountLimit.ts";
export { replaceItemLines } from "./itemLines.ts";
export { repriceSale, saleOfAppointment } from "./repriceSale.ts";
