import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { beginPayment, bookingShapes } from "../appointments/index.ts";
import type { VisitorSettings } from "../visitors/index.ts";
import { OfferTaken } from "./acceptOffer.ts";
import { offerConflict, withdrawPending } from "./completeAcceptance.ts";
import { openWaitlistLink } from "./joined.ts";
import { offerToken } from "./makeOffer.ts";
import { checkAcceptance, keepWhilePaying, pendingOffer } from "./offerPayment.ts";
import { OfferPaymentInput } from "./schema.ts";

/** The minimum time in milliseconds from the first payment request to the expiry of an offer (public-pages.md §4). */
const PAYING_MS = 10 * 60_000;

export function offerPaymentRoute(context: Context, settings: VisitorSettings): Route {
  const { database, clock } = context;
  const { secret, emailOutbox } = settings;
  return route({
    method: "POST",
    path: "/public/waitlist/:token/payment",
    access: { kind: "public" },
    operationId: "createWaitlistOfferPayment",
    tag: "Public",
    summary: "Create the payment of a waitlist offer through a waitlist link",
    description:
      "Makes the same checks as accepting the offer and starts a payment at the payment provider. The payment is only authorised. It is captured after the acceptance, or released if the offer ends first. An offer has one payment, and is extended to 10 minutes from the first request while the client pays. If the client closes the page after paying, the server accepts the offer. Under a policy with fees, `card_consent` saves the card, with which staff can charge them; without a deposit, the client only enters the card.",
    body: OfferPaymentInput,
    data: bookingShapes.HoldPayment,
    secretsInPath: ["token"],
    errors: [
      "time_conflict",
      "invalid_transition",
      "policy_changed",
      "online_booking_unavailable",
      "patch_test_required",
    ],
    run: async ({ params, body, storeResponse }) => {
      const linked = await openWaitlistLink(database, { secret, address: emailOutbox.address }, params.token);
      const { businessId, id: entryId } = linked;
      const { offer_id: offerId, policy_version: policyVersion, language, card_consent: cardConsent } = body;
      const answer = { entryId, offerId, policyVersion, language, cardConsent, secret, now: clock.now() };
      return withSnapshot(database, businessId, async (snapshot) => {
        try {
          const required = await checkAcceptance(database, snapshot, answer);
          const offer = { entryId, offerId: required.holdId, secret };
          const data = await beginPayment(context, settings, required, {
            ...{ businessId, field: "/offer_id", cardConsent, returnPath: body.return_path },
            token: offerToken(secret, businessId, required.holdId),
            booking: pendingOffer(answer),
            payingMs: PAYING_MS,
            keepTime: (tx, untilAt, now) => keepWhilePaying(tx, snapshot, offer, untilAt, now),
          });
          return await database.transaction(async (tx) => storeResponse(tx, { data }));
        } catch (error) {
          if (!(error instanceof OfferTaken)) throw error;
          await withdrawPending(context, businessId, entryId);
          throw await offerConflict(context, snapshot, error);
        }
      });
    },
  });
}
