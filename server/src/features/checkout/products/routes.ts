import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { archiveProduct, createProduct, getProduct, listProducts, updateProduct } from "./products.ts";
import { Product, ProductChanges, ProductInput, ProductPage, ProductsQuery } from "./schema.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/products";
const ONE = "/businesses/:business/products/:product";
const readers = appOnly("owner", "manager", "reception", "staff");
const writers = appOnly("owner", "manager");

export function productRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listProducts",
      tag,
      summary: "List products",
      description: "Sorted by name. Excludes archived products.",
      query: ProductsQuery,
      data: ProductPage,
      run: async ({ businessId, query }) => ({ data: await listProducts(database, businessId, query) }),
    }),
    route({
      method: "GET",
      path: ONE,
      access: readers,
      operationId: "getProduct",
      tag,
      summary: "Get a product",
      description: "Also returns archived products, because sales refer to them.",
      data: Product,
      run: async ({ businessId, params }) => ({
        data: await getProduct(database, businessId, params.product),
      }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: writers,
      operationId: "createProduct",
      tag,
      summary: "Create a product",
      body: ProductInput,
      data: Product,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createProduct(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updateProduct",
      tag,
      summary: "Update a product",
      description: "Applies to future sales. Absent fields keep their values. `stock` replaces the count.",
      body: ProductChanges,
      data: Product,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateProduct(tx, businessId, params.product, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archiveProduct",
      tag,
      summary: "Archive a product",
      description:
        "New sales cannot contain the product. Existing sales keep the product, and refunds still return its stock.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveProduct(tx, businessId, params.product, clock.now())),
    }),
  ];
}
