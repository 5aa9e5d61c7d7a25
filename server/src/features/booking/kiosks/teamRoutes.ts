import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { listPairedKiosks, revokeKiosk, updateKiosk } from "./kiosks.ts";
import { countPairingTry, pairKiosk } from "./pairing.ts";
import { readPin, replacePin } from "./pin.ts";
import { Kiosk, KioskChanges, KioskInput, KioskPage, KioskPin, KioskPinInput, KioskQuery } from "./schema.ts";
import type { KioskSettings } from "./settings.ts";

const tag = "Kiosks";
const COLLECTION = "/businesses/:business/locations/:location/kiosks";
const ONE = "/businesses/:business/locations/:location/kiosks/:kiosk";
const PIN = "/businesses/:business/locations/:location/kiosk-pin";
const access = appOnly("owner", "manager");

/** Returns the routes with which owners and managers pair, rename and revoke kiosks and set the PIN of a location. */
export function kioskTeamRoutes(context: Context, { secret }: KioskSettings): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access,
      operationId: "listKiosks",
      tag,
      summary: "List the kiosks of a location",
      description: "Newest first.",
      query: KioskQuery,
      data: KioskPage,
      run: async ({ businessId, params, query }) => ({
        data: await listPairedKiosks(database, businessId, params.location, query),
      }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "pairKiosk",
      tag,
      summary: "Pair a kiosk with a location",
      description:
        "Requires the code on the screen of the tablet. After five wrong codes, a user must wait ten minutes.",
      body: KioskInput,
      data: Kiosk,
      status: 201,
      errors: ["code_invalid"],
      run: async ({ businessId, caller, params, body, storeResponse }) => {
        await countPairingTry(context, caller.userId);
        return database.transaction(async (tx) => {
          const data = await pairKiosk(
            tx,
            { secret },
            {
              ...body,
              businessId,
              locationId: params.location,
              userId: caller.userId,
              now: clock.now(),
            },
          );
          return storeResponse(tx, { data });
        });
      },
    }),
    route({
      method: "PATCH",
      path: ONE,
      access,
      operationId: "updateKiosk",
      tag,
      summary: "Update a kiosk",
      body: KioskChanges,
      data: Kiosk,
      run: ({ businessId, params, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const key = { businessId, locationId: params.location, id: params.kiosk };
          return storeResponse(tx, {
            data: await updateKiosk(tx, key, { name: body.name, now: clock.now() }),
          });
        }),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access,
      operationId: "revokeKiosk",
      tag,
      summary: "Revoke the access of a kiosk",
      description: "Later requests with its cookie return 401.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) =>
          revokeKiosk(tx, { businessId, locationId: params.location, id: params.kiosk }),
        ),
    }),
    route({
      method: "GET",
      path: PIN,
      access,
      operationId: "getKioskPin",
      tag,
      summary: "Get the PIN status of a location's kiosks",
      data: KioskPin,
      run: async ({ businessId, params }) => ({ data: await readPin(database, businessId, params.location) }),
    }),
    route({
      method: "PUT",
      path: PIN,
      access,
      operationId: "replaceKioskPin",
      tag,
      summary: "Replace the PIN of a location's kiosks",
      description: "Staff members enter the PIN to unlock a kiosk after ten lookups and to unpair it.",
      body: KioskPinInput,
      data: KioskPin,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) =>
          replacePin(tx, secret, {
            businessId,
            locationId: params.location,
            pin: body.pin,
            now: clock.now(),
          }),
        ),
    }),
  ];
}
