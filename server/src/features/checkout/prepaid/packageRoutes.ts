import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { listProducts } from "./listProducts.ts";
import { createPackage, packageRecord, updatePackage } from "./packages.ts";
import { Package, PackageChanges, PackageInput, PackagePage, ProductsQuery } from "./schema.ts";
import { archiveProduct } from "./writeProduct.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/packages";
const ONE = "/businesses/:business/packages/:package";
const readers = appOnly("owner", "manager", "reception", "staff");
const writers = appOnly("owner", "manager");

/** Packages as the owner and managers write them, and everybody in the team reads them (app-operations, "Money"). */
export function packageRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listPackages",
      tag,
      summary: "List packages",
      description: "Newest first. Archived ones are left out.",
      query: ProductsQuery,
      data: PackagePage,
      run: async ({ businessId, query }) => ({
        data: await listProducts(database, businessId, "package", packageRecord, query),
      }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: writers,
      operationId: "createPackage",
      tag,
      summary: "Create a package",
      description: "Paid for once, used up visit by visit. The currency is that of the business.",
      body: PackageInput,
      data: Package,
      status: 201,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: await createPackage(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updatePackage",
      tag,
      summary: "Update a package",
      description:
        "For those sold from now on: what is in a wallet keeps the terms it was sold with. Absent fields stay.",
      body: PackageChanges,
      data: Package,
      run: ({ businessId, params, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: await updatePackage(tx, businessId, params.package, body, clock.now()) }),
        ),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archivePackage",
      tag,
      summary: "Archive a package",
      description: "Those that were sold stay in their wallets.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) =>
          archiveProduct(tx, businessId, "package", params.package, clock.now()),
        ),
      }),
    }),
  ];
}
