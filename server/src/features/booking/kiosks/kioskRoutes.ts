import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { createEncryption } from "../../../platform/encryption.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { readBookingPage } from "../../business/booking-page/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { onlineMenu, PublicMenu } from "../public-business/index.ts";
import { afterDelay } from "./answerDelay.ts";
import { allowLookups, countLookup, lookUp } from "./arrivals.ts";
import { checkIn, orSeeDesk, withForms } from "./checkIn.ts";
import { kioskCookie } from "./cookie.ts";
import {
  KioskCheckIn,
  KioskCheckInInput,
  KioskLookup,
  KioskLookupInput,
  KioskState,
  KioskUnlocked,
  KioskWalkIn,
  KioskWalkInInput,
} from "./kioskSchema.ts";
import { revokeKiosk } from "./kiosks.ts";
import { startPairing } from "./pairing.ts";
import { checkPin } from "./pin.ts";
import { KioskPairing, KioskPinInput } from "./schema.ts";
import type { KioskSettings } from "./settings.ts";
import { findState } from "./store.ts";
import { countWalkIn, walkIn } from "./walkIn.ts";

const tag = "Kiosks";
const access = { kind: "kiosk" } as const;
/** Maximum number of requests per IP address. All tablets of a salon share an address; an unpaired tablet polls every three seconds. */
const perAddressPerMinute = 240;

/** Returns the routes that a tablet calls. Pairing needs no cookie; all other routes need the cookie of a paired kiosk. */
export function kioskRoutes(context: Context, settings: KioskSettings): Route[] {
  const { database, clock } = context;
  const { secret } = settings;
  const encryption = createEncryption(secret);
  return [
    route({
      method: "POST",
      path: "/kiosk/pairings",
      access: { kind: "public" },
      operationId: "createKioskPairing",
      tag,
      summary: "Create a pairing code for a kiosk",
      description:
        "Sets the cookie `daybook_kiosk`, which becomes valid when a manager enters the code. The code is valid for ten minutes.",
      data: KioskPairing,
      status: 201,
      perAddressPerMinute: 20,
      run: async ({ storeResponse }) => {
        const { record, token } = await startPairing(context, settings);
        const setCookie = kioskCookie(token, settings.address());
        return database.transaction(async (tx) => storeResponse(tx, { data: record, setCookie }));
      },
    }),
    route({
      method: "GET",
      path: "/kiosk",
      access,
      operationId: "getKiosk",
      tag,
      summary: "Get the paired kiosk",
      data: KioskState,
      perAddressPerMinute,
      run: async ({ kiosk }) => {
        const { businessId, kioskId } = kiosk;
        const [[row], page] = await Promise.all([
          database.query(findState, { businessId, id: kioskId }),
          readBookingPage(database, businessId),
        ]);
        if (row === undefined)
          throw new ApiError(
            "unauthenticated",
            "This kiosk is no longer paired with a location. Pair it again.",
          );
        const { address, ...state } = row;
        return { data: { ...state, country: address.country, accent_color: page.accent_color } };
      },
    }),
    route({
      method: "GET",
      path: "/kiosk/menu",
      access,
      operationId: "getKioskMenu",
      tag,
      summary: "Get the menu for walk-ins",
      description: "Returns the services that can be booked online and require no patch test.",
      data: PublicMenu,
      perAddressPerMinute,
      run: async ({ kiosk }) => {
        const menu = await onlineMenu(database, kiosk.businessId, kiosk.locationId, settings.address());
        const services = menu.services.filter((service) => !service.requires_patch_test);
        return { data: { ...menu, services } };
      },
    }),
    route({
      method: "POST",
      path: "/kiosk/lookups",
      access,
      operationId: "findKioskAppointments",
      tag,
      summary: "Find appointments by phone number for check-in",
      description:
        "Returns the same response, after the same time, for unknown and blocked numbers and for appointments that are too early, too late or at another location. After ten lookups in five minutes, a staff member must enter the PIN.",
      body: KioskLookupInput,
      data: KioskLookup,
      perAddressPerMinute,
      run: async ({ kiosk, body, storeResponse }) => {
        await countLookup(context, kiosk);
        const data = await afterDelay(() =>
          lookUp(database, encryption, kiosk, { phone: body.phone, now: clock.now() }),
        );
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "POST",
      path: "/kiosk/check-ins",
      access,
      operationId: "checkInClient",
      tag,
      summary: "Check in a client",
      description: "The client must submit due forms first. A repeated request changes nothing.",
      body: KioskCheckInInput,
      data: KioskCheckIn,
      errors: ["code_invalid"],
      perAddressPerMinute,
      run: async ({ kiosk, businessId, body, storeResponse }) => {
        const now = clock.now();
        const checked = await orSeeDesk(() =>
          withSnapshot(database, businessId, (snapshot) =>
            database.transaction((tx) =>
              checkIn(tx, snapshot, encryption, { kiosk, token: body.check_in_token, now }),
            ),
          ),
        );
        const data = await withForms(database, checked, now);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "POST",
      path: "/kiosk/walk-ins",
      access,
      operationId: "createWalkIn",
      tag,
      summary: "Create a walk-in",
      description:
        "Creates a client and a waitlist entry for today with the source `kiosk`. A kiosk can create 20 walk-ins an hour.",
      body: KioskWalkInInput,
      data: KioskWalkIn,
      status: 201,
      errors: ["patch_test_required", "online_booking_unavailable"],
      perAddressPerMinute,
      run: async ({ kiosk, businessId, body, storeResponse }) => {
        await countWalkIn(context, kiosk);
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const data = await walkIn(tx, snapshot, { kiosk, input: body, secret, now: clock.now() });
            return storeResponse(tx, { data });
          }),
        );
      },
    }),
    route({
      method: "POST",
      path: "/kiosk/unlock",
      access,
      operationId: "unlockKiosk",
      tag,
      summary: "Unlock a kiosk with the PIN",
      description: "Allows ten more lookups. After five wrong PINs, staff members must wait ten minutes.",
      body: KioskPinInput,
      data: KioskUnlocked,
      errors: ["code_invalid"],
      perAddressPerMinute,
      run: async ({ kiosk, body, storeResponse }) => {
        await checkPin(context, secret, kiosk, body.pin);
        return database.transaction(async (tx) => {
          await allowLookups(tx, kiosk);
          return storeResponse(tx, { data: { unlocked: true as const } });
        });
      },
    }),
    route({
      method: "POST",
      path: "/kiosk/unpair",
      access,
      operationId: "unpairKiosk",
      tag,
      summary: "Unpair a kiosk with the PIN",
      description: "Revokes the kiosk and deletes its cookie.",
      body: KioskPinInput,
      data: Deleted,
      errors: ["code_invalid"],
      perAddressPerMinute,
      run: async ({ kiosk, body, storeResponse }) => {
        await checkPin(context, secret, kiosk, body.pin);
        const { businessId, locationId, kioskId: id } = kiosk;
        const setCookie = kioskCookie(null, settings.address());
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await revokeKiosk(tx, { businessId, locationId, id }), setCookie }),
        );
      },
    }),
  ];
}
