import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { depositOfHold, dueFormsUrl } from "../appointments/index.ts";
import type { VisitorSettings } from "../visitors/index.ts";
import { OfferTaken, offerEnded } from "./acceptOffer.ts";
import { completeAcceptance, offerConflict } from "./completeAcceptance.ts";
import { declineOffer, lockWithOffer } from "./endOffer.ts";
import { openWaitlistLink, readJoined } from "./joined.ts";
import { offerToken } from "./makeOffer.ts";
import { offerPaymentRoute } from "./offerPaymentRoute.ts";
import { findPendingOffer } from "./offerStore.ts";
import { JoinedWaitlistEntry, OfferAcceptance, OfferDecline } from "./schema.ts";

const LINK = "/public/waitlist/:token";
const shared = { access: { kind: "public" }, tag: "Public", secretsInPath: ["token"] } as const;

/** Returns the routes with which clients accept, decline and pay for offers. */
export function publicOfferRoutes(context: Context, visitorSettings: VisitorSettings): Route[] {
  const { emailOutbox, secret, provider } = visitorSettings;
  const { database, clock } = context;
  const { address } = emailOutbox;
  const settings = { secret, address, provider };

  return [
    offerPaymentRoute(context, visitorSettings),
    route({
      ...shared,
      method: "POST",
      path: `${LINK}/accept`,
      operationId: "acceptWaitlistOffer",
      summary: "Accept a waitlist offer through a waitlist link",
      description:
        "Books the time with the checks of the booking page, or reschedules the appointment in `replaces_appointment_id`. Accepting the same offer again returns the booked entry. A due deposit must be authorised first (`POST …/payment`) and is captured after the booking. In the same way, a card that is due must be entered first: `deposit_required` then has an `amount` of 0.",
      body: OfferAcceptance,
      data: JoinedWaitlistEntry,
      errors: [
        "time_conflict",
        "invalid_transition",
        "policy_changed",
        "deposit_required",
        "online_booking_unavailable",
        "patch_test_required",
      ],
      run: async ({ params, body, storeResponse }) => {
        const linked = await openWaitlistLink(database, settings, params.token);
        const { businessId, id: entryId } = linked;
        const now = clock.now();
        const {
          offer_id: offerId,
          policy_version: policyVersion,
          language,
          card_consent: cardConsent,
        } = body;
        const [pending] = await database.query(findPendingOffer, {
          business_id: businessId,
          entry_id: entryId,
        });
        const token = pending === undefined ? "" : offerToken(secret, businessId, pending.id);
        const deposit = await depositOfHold(context, provider, { businessId, token });
        const answer = { entryId, offerId, policyVersion, language, cardConsent, deposit, secret, now };
        return withSnapshot(database, businessId, async (snapshot) => {
          try {
            const done = await completeAcceptance(
              context,
              provider,
              snapshot,
              answer,
              async (tx, accepted) => {
                const formsUrl =
                  accepted === undefined
                    ? null
                    : await dueFormsUrl(tx, snapshot, accepted.appointmentId, { address, now });
                const data = await readJoined(tx, snapshot, settings, linked, formsUrl);
                return storeResponse(tx, { data });
              },
            );
            return done.answer;
          } catch (error) {
            throw error instanceof OfferTaken ? await offerConflict(context, snapshot, error) : error;
          }
        });
      },
    }),
    route({
      ...shared,
      method: "POST",
      path: `${LINK}/decline`,
      operationId: "declineWaitlistOffer",
      summary: "Decline a waitlist offer through a waitlist link",
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
