import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import {
  deletePicture,
  LOGO,
  PICTURE_UPLOAD,
  PictureInput,
  processUpload,
  readLogo,
  replacePicture,
} from "../pictures/index.ts";
import { readBookingPage, replaceBookingPage } from "./bookingPage.ts";
import { BookingPage, BookingPageInput, type BookingPageRecord } from "./schema.ts";

const tag = "Account";
const PATH = "/businesses/:business/booking-page";
const LOGO_PATH = `${PATH}/logo` as const;
const access = appOnly("owner", "manager");

/** Creates the routes of the settings and the logo of the booking page; `address` returns the base URL of the logo. */
export function bookingPageRoutes({ database, clock }: Context, address: () => string): Route[] {
  const page = async (reader: Reader, businessId: string): Promise<BookingPageRecord> => {
    const settings = await readBookingPage(reader, businessId);
    return { ...settings, logo_url: await readLogo(reader, businessId, address()) };
  };
  return [
    route({
      method: "GET",
      path: PATH,
      access,
      operationId: "getBookingPage",
      tag,
      summary: "Get the settings of the booking page",
      data: BookingPage,
      run: async ({ businessId }) => ({ data: await page(database, businessId) }),
    }),
    route({
      method: "PUT",
      path: PATH,
      access,
      operationId: "replaceBookingPage",
      tag,
      summary: "Replace the settings of the booking page",
      description: "Replaces all settings. Absent fields take their defaults.",
      body: BookingPageInput,
      data: BookingPage,
      run: async ({ businessId, body }) => ({
        data: await database.transaction(async (tx) => {
          await replaceBookingPage(tx, businessId, body, clock.now());
          return page(tx, businessId);
        }),
      }),
    }),
    route({
      method: "PUT",
      path: LOGO_PATH,
      access,
      operationId: "replaceLogo",
      tag,
      summary: "Replace the logo of the booking page",
      description:
        "The booking page shows the logo at the top. The image is scaled down to at most 640 × 240 pixels. Its metadata is removed.",
      upload: PICTURE_UPLOAD,
      body: PictureInput,
      data: BookingPage,
      run: async ({ businessId, file }) => {
        const logo = await processUpload(file, LOGO);
        return {
          data: await database.transaction(async (tx) => {
            // Locks the settings, so that concurrent changes of the logo run one after another.
            lockSettings(tx, businessId);
            await replacePicture(tx, { businessId, staffId: null }, logo, clock.now());
            return page(tx, businessId);
          }),
        };
      },
    }),
    route({
      method: "DELETE",
      path: LOGO_PATH,
      access,
      operationId: "deleteLogo",
      tag,
      summary: "Delete the logo of the booking page",
      data: BookingPage,
      run: async ({ businessId }) => ({
        data: await database.transaction(async (tx) => {
          lockSettings(tx, businessId);
          await deletePicture(tx, { businessId, staffId: null });
          return page(tx, businessId);
        }),
      }),
    }),
  ];
}
