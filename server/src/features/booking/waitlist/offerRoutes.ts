import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { onlineConflict } from "../holds/index.ts";
import type { VisitorSettings } from "../visitors/index.ts";
import { OfferTaken } from "./acceptOffer.ts";
import { entryMatches, locationMatches } from "./findMatches.ts";
import {
  EntryMatches,
  LocationMatches,
  LocationMatchesQuery,
  MatchesQuery,
  OfferInput,
  WaitlistOffer,
} from "./schema.ts";
import { createTeamOffer, withdrawTeamOffer } from "./teamOffers.ts";

const tag = "Waitlist";
const COLLECTION = "/businesses/:business/waitlist";
const ONE = "/businesses/:business/waitlist/:entry";
const writers = appOnly("owner", "manager", "reception", "staff");

/** Returns the routes of matches and offers for staff. API keys can only read matches. */
export function offerRoutes({ database, clock }: Context, { secret }: VisitorSettings): Route[] {
  return [
    route({
      method: "GET",
      path: `${COLLECTION}/matches`,
      access: scoped("appointments:read"),
      operationId: "findWaitlistMatches",
      tag,
      summary: "Find matching times for the waitlist of a location",
      description:
        "Returns the earliest time on these days that staff members can book for each waiting entry.",
      query: LocationMatchesQuery,
      data: LocationMatches,
      run: async ({ businessId, caller, query }) => ({
        data: await withSnapshot(database, businessId, (snapshot) =>
          locationMatches(database, snapshot, query, { own: ownOnly(caller, businessId), now: clock.now() }),
        ),
      }),
    }),
    route({
      method: "GET",
      path: `${ONE}/matches`,
      access: scoped("appointments:read"),
      operationId: "findWaitlistEntryMatches",
      tag,
      summary: "Find matching times for a waitlist entry",
      query: MatchesQuery,
      data: EntryMatches,
      run: async ({ businessId, caller, params, query }) => ({
        data: await withSnapshot(database, businessId, (snapshot) =>
          entryMatches(database, snapshot, params.entry, query, {
            own: ownOnly(caller, businessId),
            now: clock.now(),
          }),
        ),
      }),
    }),
    route({
      method: "POST",
      path: `${ONE}/offers`,
      access: writers,
      operationId: "createWaitlistOffer",
      tag,
      summary: "Create an offer for a waitlist entry",
      description:
        "The time is held until the client answers or the offer expires, but staff members can book it. The start must be available online.",
      body: OfferInput,
      data: WaitlistOffer,
      status: 201,
      errors: ["time_conflict", "invalid_transition", "online_booking_unavailable", "patch_test_required"],
      run: ({ businessId, caller, params, body, storeResponse }) =>
        withSnapshot(database, businessId, async (snapshot) => {
          const offering = {
            entryId: params.entry,
            own: ownOnly(caller, businessId),
            secret,
            now: clock.now(),
          };
          try {
            return await database.transaction(async (tx) =>
              storeResponse(tx, { data: await createTeamOffer(tx, snapshot, body, offering) }),
            );
          } catch (error) {
            if (!(error instanceof OfferTaken)) throw error;
            const { cart, startsAt, patchTest } = error;
            const refused = {
              ...cart,
              startsAt,
              now: offering.now,
              excludeAppointmentId: null,
              ...patchTest,
            };
            throw await onlineConflict(database, snapshot, refused);
          }
        }),
    }),
    route({
      method: "DELETE",
      path: "/businesses/:business/offers/:offer",
      access: writers,
      operationId: "withdrawWaitlistOffer",
      tag,
      summary: "Withdraw a waitlist offer",
      description:
        "The client is notified and stays on the waitlist. An offer that is not pending does not change.",
      data: Deleted,
      run: async ({ businessId, caller, params }) => {
        const own = ownOnly(caller, businessId);
        const change = { offerId: params.offer, own, now: clock.now() };
        await database.transaction((tx) => withdrawTeamOffer(tx, businessId, change));
        return { data: { id: params.offer, deleted: true as const } };
      },
    }),
  ];
}
