import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { readBookingPage, replaceBookingPage } from "./bookingPage.ts";
import { BookingPage, BookingPageInput } from "./schema.ts";

const tag = "Account";
const PATH = "/businesses/:business/booking-page";
const access = appOnly("owner", "manager");

export function bookingPageRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: PATH,
      access,
      operationId: "getBookingPage",
      tag,
      summary: "Get the settings of the booking page",
      data: BookingPage,
      run: async ({ businessId }) => ({ data: await readBookingPage(database, businessId) }),
    }),
    route({
      method: "PUT",
      path: PATH,
      access,
      operationId: "replaceBookingPage",
      tag,
      summary: "Replace the settings of the booking page",
      description: "Replaces all of them: absent ones take their defaults.",
      body: BookingPageInput,
      data: BookingPage,
      run: async ({ businessId, body }) => ({
        data: await database.transaction((tx) => replaceBookingPage(tx, businessId, body, clock.now())),
      }),
    }),
  ];
}
