import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { type PublicBusinessSettings, publicBusinessRecord } from "./publicBusiness.ts";
import { publicMenu } from "./publicMenu.ts";
import { PublicBusiness, PublicMenu } from "./schema.ts";

const tag = "Public";

export function publicBusinessRoutes({ database }: Context, settings: PublicBusinessSettings): Route[] {
  return [
    route({
      method: "GET",
      path: "/public/businesses/:slug",
      access: { kind: "public" },
      operationId: "getPublicBusiness",
      tag,
      summary: "Get a business for its booking page",
      data: PublicBusiness,
      secretsInPath: ["slug"],
      errors: ["online_booking_unavailable"],
      run: async ({ params }) => ({ data: await publicBusinessRecord(database, params.slug, settings) }),
    }),
    route({
      method: "GET",
      path: "/public/businesses/:slug/locations/:location/menu",
      access: { kind: "public" },
      operationId: "getPublicMenu",
      tag,
      summary: "Get the menu of a location for the booking page",
      data: PublicMenu,
      secretsInPath: ["slug"],
      errors: ["online_booking_unavailable"],
      run: async ({ params }) => ({
        data: await publicMenu(database, params.slug, params.location, settings.address()),
      }),
    }),
  ];
}
