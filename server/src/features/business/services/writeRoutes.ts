import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { archiveCategory, createCategory, updateCategory } from "./categories.ts";
import { ServiceCategory, ServiceCategoryChanges, ServiceCategoryInput } from "./categorySchema.ts";
import { createService } from "./createService.ts";
import { Service, ServiceChanges, ServiceInput } from "./schema.ts";
import { archiveService, updateService } from "./updateService.ts";

const tag = "Menu";
const access = appOnly("owner", "manager");
const SERVICES = "/businesses/:business/services";
const CATEGORIES = "/businesses/:business/service-categories";

/** Creates the routes with which owners and managers change services and categories (app-operations.md). */
export function serviceWriteRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "POST",
      path: SERVICES,
      access,
      operationId: "createService",
      tag,
      summary: "Create a service",
      description:
        "The service is last on the menu unless `position` is set. `duration_minutes` or the minutes of the phases are required. `price` is required unless `price_kind` is `free`.",
      body: ServiceInput,
      data: Service,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createService(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: `${SERVICES}/:service`,
      access,
      operationId: "updateService",
      tag,
      summary: "Update a service",
      description:
        "Applies to new appointments. Existing appointments keep the name, durations and price of their booking. Absent fields keep their values. A list replaces the whole list.",
      body: ServiceChanges,
      data: Service,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateService(tx, businessId, params.service, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: `${SERVICES}/:service`,
      access,
      operationId: "archiveService",
      tag,
      summary: "Archive a service",
      description:
        "The service can still be read, and existing appointments keep the service. Update the service with `active` true to restore it.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveService(tx, businessId, params.service, clock.now())),
    }),
    route({
      method: "POST",
      path: CATEGORIES,
      access,
      operationId: "createServiceCategory",
      tag,
      summary: "Create a service category",
      description: "Names are unique within the business, ignoring case.",
      body: ServiceCategoryInput,
      data: ServiceCategory,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createCategory(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: `${CATEGORIES}/:category`,
      access,
      operationId: "updateServiceCategory",
      tag,
      summary: "Update a service category",
      description: "Absent fields keep their values.",
      body: ServiceCategoryChanges,
      data: ServiceCategory,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateCategory(tx, businessId, params.category, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: `${CATEGORIES}/:category`,
      access,
      operationId: "archiveServiceCategory",
      tag,
      summary: "Archive a service category",
      description: "The services of the category stay on the menu without a category.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveCategory(tx, businessId, params.category, clock.now())),
    }),
  ];
}
