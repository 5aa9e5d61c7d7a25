import { notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { WaitlistSettings, WaitlistSettingsInput } from "./schema.ts";
import { findSettings, writeSettings } from "./settingsStore.ts";

const PATH = "/businesses/:business/locations/:location/waitlist-settings";
const tag = "Waitlist";

export function waitlistSettingsRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: PATH,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "getWaitlistSettings",
      tag,
      summary: "Get the waitlist settings of a location",
      data: WaitlistSettings,
      run: async ({ businessId, params }) => {
        const locationId = params.location.toLowerCase();
        const [row] = await database.query(findSettings, { businessId, locationId });
        if (row === undefined) throw notFound();
        return { data: { location_id: locationId, mode: row.mode ?? "first_in_line" } };
      },
    }),
    route({
      method: "PUT",
      path: PATH,
      access: appOnly("owner", "manager"),
      operationId: "replaceWaitlistSettings",
      tag,
      summary: "Replace the waitlist settings of a location",
      description:
        "`mode` applies if `waitlist_mode` of the booking page is `automatic`. With `manual`, only staff members create offers.",
      body: WaitlistSettingsInput,
      data: WaitlistSettings,
      run: async ({ businessId, params, body }) => {
        const locationId = params.location.toLowerCase();
        const data = await database.transaction(async (tx) => {
          const [row] = await tx.query(findSettings, { businessId, locationId });
          if (row === undefined) throw notFound();
          const { mode } = body;
          if ((row.mode ?? "first_in_line") !== mode)
            tx.write(writeSettings, {
              business_id: businessId,
              location_id: locationId,
              mode,
              updated_at: clock.now(),
            });
          return { location_id: locationId, mode };
        });
        return { data };
      },
    }),
  ];
}
