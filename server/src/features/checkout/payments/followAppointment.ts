export { repriceOpenSale } from "./repriceOpenSale.ts";
export { saleOfItems } from "./saleOfItems.ts";
