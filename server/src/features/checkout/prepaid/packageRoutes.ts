import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createPackage, packageRecord, updatePackage } from "./packages.ts";
import { archiveProduct, listProducts } from "./products.ts";
import { Package, PackageChanges, PackageInput, PackagePage, ProductsQuery } from "./schema.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/packages";
const ONE = "/businesses/:business/packages/:package";
const readers = appOnly("owner", "manager", "reception", "staff");
const writers = appOnly("owner", "manager");

export function packageRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listPackages",
      tag,
      summary: "List packages",
      description: "Newest first. Excludes archived packages.",
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
      description:
        "The client pays for all units at once. Each service uses one unit. The currency is the currency of the business.",
      body: PackageInput,
      data: Package,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createPackage(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updatePackage",
      tag,
      summary: "Update a package",
      description:
        "Applies to future sales. Sold entitlements keep their terms. Absent fields keep their values.",
      body: PackageChanges,
      data: Package,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updatePackage(tx, businessId, params.package, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archivePackage",
      tag,
      summary: "Archive a package",
      description: "New sales cannot contain the product. Sold entitlements stay in the wallets.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveProduct(tx, businessId, "package", params.package, clock.now())),
    }),
  ];
}
