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

/** The menu as the owner and managers write it (app-operations, "Menu, places, team"). */
export function menuRoutes(context: Context): Route[] {
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
        "Behind the others unless a position is given. It needs `duration_minutes` or phases, and a price unless it is free.",
      body: ServiceInput,
      data: Service,
      status: 201,
      run: ({ businessId, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await createService(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: `${SERVICES}/:service`,
      access,
      operationId: "updateService",
      tag,
      summary: "Update a service",
      description:
        "For what is booked from now on: visits keep the name, minutes and price they were booked with. Absent fields stay; lists are replaced as a whole.",
      body: ServiceChanges,
      data: Service,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await updateService(tx, businessId, params.service, body, clock.now()) }),
        ),
    }),
    route({
      method: "DELETE",
      path: `${SERVICES}/:service`,
      access,
      operationId: "archiveService",
      tag,
      summary: "Archive a service",
      description:
        "It stays readable, and visits keep it; a change that sets `active` to true brings it back.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) => archiveService(tx, businessId, params.service, clock.now())),
      }),
    }),
    route({
      method: "POST",
      path: CATEGORIES,
      access,
      operationId: "createServiceCategory",
      tag,
      summary: "Create a service category",
      description: "Two of one name are refused, whatever their case.",
      body: ServiceCategoryInput,
      data: ServiceCategory,
      status: 201,
      run: ({ businessId, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await createCategory(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: `${CATEGORIES}/:category`,
      access,
      operationId: "updateServiceCategory",
      tag,
      summary: "Update a service category",
      description: "Absent fields stay.",
      body: ServiceCategoryChanges,
      data: ServiceCategory,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await updateCategory(tx, businessId, params.category, body, clock.now()) }),
        ),
    }),
    route({
      method: "DELETE",
      path: `${CATEGORIES}/:category`,
      access,
      operationId: "archiveServiceCategory",
      tag,
      summary: "Archive a service category",
      description: "Its services stay on the menu, under none.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) =>
          archiveCategory(tx, businessId, params.category, clock.now()),
        ),
      }),
    }),
  ];
}
