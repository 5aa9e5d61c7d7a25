export { assertDiscountAllowed } from "./discountLimit.ts";
export { replaceItemLines } from "./itemLines.ts";
export { replaceSale } from "./replaceSale.ts";
export { repriceSale, saleOfAppointment } from "./repriceSale.ts";
