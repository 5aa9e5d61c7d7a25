import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { dueFormsUrl } from "../appointments/index.ts";
import { onlineConflict } from "../holds/index.ts";
import type { LinkedRecord } from "../manage-links/index.ts";
import type { VisitorSettings } from "../visitors/index.ts";
import { acceptOffer, listRivalOffers, OfferTaken, offerEnded, withdrawTaken } from "./acceptOffer.ts";
import { declineOffer, lockWithOffer } from "./endOffer.ts";
import { openWaitlistLink, readJoined } from "./joined.ts";
import { findPendingOffer } from "./offerStore.ts";
import { JoinedWaitlistEntry, OfferAcceptance, OfferDecline } from "./schema.ts";

const LINK = "/public/waitlist/:token";
const shared = { access: { kind: "public" }, tag: "Public", secretsInPath: ["token"] } as const;

/** Returns the routes for clients to accept and decline offers. */
export function publicOfferRoutes(context: Context, { emailOutbox, secret }: VisitorSettings): Route[] {
  const { database, clock } = context;
  const { address } = emailOutbox;
  const settings = { secret, address };

  /** Withdraws an offer whose time is taken and returns the error with free starts. */
  const taken = async (snapshot: SchedulingSnapshot, { businessId, id }: LinkedRecord, error: OfferTaken) => {
    const now = clock.now();
    const [offer] = await database.query(findPendingOffer, { business_id: businessId, entry_id: id });
    if (offer !== undefined) await database.transaction((tx) => withdrawTaken(tx, businessId, offer, now));
    const { cart, startsAt, patchTest } = error;
    return onlineConflict(database, snapshot, {
      ...cart,
      startsAt,
      now,
      excludeAppointmentId: null,
      ...patchTest,
    });
  };

  return [
    route({
      ...shared,
      method: "POST",
      path: `${LINK}/accept`,
      operationId: "acceptWaitlistOffer",
      summary: "Accept a waitlist offer by waitlist link",
      description:
        "Books the time with the checks of the booking page, or reschedules the appointment in `replaces_appointment_id`. Accepting the same offer again returns the booked entry.",
      body: OfferAcceptance,
      data: JoinedWaitlistEntry,
      errors: [
        "time_conflict",
        "invalid_transition",
        "policy_changed",
        "online_booking_unavailable",
        "patch_test_required",
      ],
      run: async ({ params, body, storeResponse }) => {
        const linked = await openWaitlistLink(database, settings, params.token);
        const { businessId, id: entryId } = linked;
        const now = clock.now();
        return withSnapshot(database, businessId, async (snapshot) => {
          try {
            const { answer, offer } = await database.transaction(async (tx) => {
              const { offer_id: offerId, policy_version: policyVersion, language } = body;
              const acceptance = { entryId, offerId, policyVersion, language, secret, now };
              const accepted = await acceptOffer(tx, snapshot, acceptance);
              const formsUrl =
                accepted === undefined
                  ? null
                  : await dueFormsUrl(tx, snapshot, accepted.appointmentId, { address, now });
              const data = await readJoined(tx, snapshot, settings, linked, formsUrl);
              return { answer: await storeResponse(tx, { data }), offer: accepted?.offer };
            });
            if (offer !== undefined)
              for (const rival of await listRivalOffers(database, businessId, offer))
                await database.transaction((tx) => withdrawTaken(tx, businessId, rival, now));
            return answer;
          } catch (error) {
            throw error instanceof OfferTaken ? await taken(snapshot, linked, error) : error;
          }
        });
      },
    }),
    route({
      ...shared,
      method: "POST",
      path: `${LINK}/decline`,
      operationId: "declineWaitlistOffer",
      summary: "Decline a waitlist offer by waitlist link",
      description: "The client stays on the waitlist and is not offered this start again.",
      body: OfferDecline,
      data: JoinedWaitlistEntry,
      errors: ["invalid_transition"],
      run: async ({ params, body, storeResponse }) => {
        const linked = await openWaitlistLink(database, settings, params.token);
        const { businessId, id: entryId } = linked;
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const locked = await lockWithOffer(tx, businessId, entryId);
            const offer = locked?.offer;
            const isOther = body.offer_id !== undefined && body.offer_id.toLowerCase() !== offer?.id;
            if (locked === undefined || offer === undefined || isOther)
              throw offerEnded("withdrawn", "declined");
            await declineOffer(tx, businessId, { entry: locked.entry, offer }, clock.now());
            return storeResponse(tx, { data: await readJoined(tx, snapshot, settings, linked) });
          }),
        );
      },
    }),
  ];
}
