import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { listCategories } from "./categories.ts";
import { CategoriesQuery, ServiceCategoryPage } from "./categorySchema.ts";
import { listServices } from "./listServices.ts";
import { Service, ServicePage, ServicesQuery } from "./schema.ts";
import { serviceRecord } from "./serviceRecord.ts";
import { serviceWriteRoutes } from "./writeRoutes.ts";

/** Creates the routes for services and their categories (spec §4). */
export function serviceRoutes(context: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/services",
      access: scoped("services:read"),
      operationId: "listServices",
      summary: "List services",
      description:
        "Sorted by position, then id. Includes archived services only if `active` is `false` or `all`.",
      tag: "Menu",
      query: ServicesQuery,
      data: ServicePage,
      large: true,
      run: async ({ businessId, query }) => ({
        data: await listServices(context.database, businessId, query),
      }),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/services/:service",
      access: scoped("services:read"),
      operationId: "getService",
      summary: "Get a service",
      description: "Also returns archived services, because appointments refer to them.",
      tag: "Menu",
      data: Service,
      run: async ({ businessId, params }) => ({
        data: await serviceRecord(context.database, businessId, params.service),
      }),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/service-categories",
      access: scoped("services:read"),
      operationId: "listServiceCategories",
      summary: "List service categories",
      description: "Sorted by position, then id.",
      tag: "Menu",
      query: CategoriesQuery,
      data: ServiceCategoryPage,
      run: async ({ businessId, query }) => ({
        data: await listCategories(context.database, businessId, query),
      }),
    }),
    ...serviceWriteRoutes(context),
  ];
}
