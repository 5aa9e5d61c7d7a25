export { createProduct, type SaleProduct, saleProducts } from "./products.ts";
export { productRoutes } from "./routes.ts";
export { restoreFromStock, returnToStock, type SoldProduct, takeFromStock } from "./stock.ts";
