import { invalid, notFound } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { holdDeposits, holdRows, onlineConflict } from "../holds/index.ts";
import { findPublicBusiness } from "../public-business/index.ts";
import {
  requireVisitor,
  type VerifiedVisitor,
  type VisitorSettings,
  visitorHeader,
} from "../visitors/index.ts";
import { beginPayment, type RequiredPayment, requiredPayment } from "./beginPayment.ts";
import { bookHold, TimeTaken } from "./bookHold.ts";
import { HoldPayment, HoldPaymentInput, type HoldPaymentInputValues } from "./schema.ts";

/** The minimum time in milliseconds from the first payment request to the expiry of a hold. */
const PAYING_MS = 20 * 60_000;

/** Thrown to roll back a trial booking. */
class TrialEnded extends Error {}

export function paymentRoute(context: Context, settings: VisitorSettings): Route {
  const { database, clock } = context;
  const { secret } = settings;
  return route({
    method: "POST",
    path: "/public/businesses/:slug/holds/:hold_token/payment",
    access: { kind: "public" },
    operationId: "createHoldPayment",
    tag: "Public",
    summary: "Create the payment of a hold",
    description:
      "Makes the same checks as booking the hold and starts a payment at the payment provider. The payment is only authorised. It is captured after the booking, or released if the hold is not booked. A hold has one payment and is extended to 20 minutes while the visitor pays. If the visitor closes the page after paying, the server books the hold. Under a policy with fees, `card_consent` saves the card, with which staff can charge them; without a deposit, the visitor only enters the card.",
    body: HoldPaymentInput,
    data: HoldPayment,
    secretsInPath: ["slug", "hold_token"],
    headers: [visitorHeader(true)],
    errors: [
      "unauthenticated",
      "online_booking_unavailable",
      "patch_test_required",
      "policy_changed",
      "time_conflict",
    ],
    run: async ({ params, body, sent, storeResponse }) => {
      const now = clock.now();
      const { id: businessId } = await findPublicBusiness(database, params.slug);
      const visitor = await requireVisitor(database, businessId, sent, { secret, now });
      const token = params.hold_token;
      const required = await withSnapshot(database, businessId, (snapshot) =>
        checkBooking(context, snapshot, { body, visitor, token, now }),
      );
      const { return_path: returnPath, ...input } = body;
      const field = "/hold_token";
      const data = await beginPayment(context, settings, required, {
        ...{ businessId, token, field, returnPath, cardConsent: body.card_consent },
        booking: { email: visitor.email, phone_e164: visitor.phone_e164, input },
        payingMs: PAYING_MS,
        keepTime: async (tx, untilAt, at) => {
          const expiresAt = await holdDeposits.keepUntil(tx, { businessId, token, now: at }, untilAt);
          if (expiresAt === undefined)
            throw invalid({ path: field, message: "is a hold that has ended: create a new hold" });
          return expiresAt;
        },
      });
      return database.transaction(async (tx) => storeResponse(tx, { data }));
    },
  });
}

/**
 * Books the hold in a transaction that is rolled back, so that the visitor pays only for a hold that can be booked. Throws `not_found` for
 * an unknown or booked hold, and the errors of `bookHold` except `deposit_required`.
 */
async function checkBooking(
  { database }: Context,
  snapshot: SchedulingSnapshot,
  {
    body,
    visitor,
    token,
    now,
  }: {
    readonly body: HoldPaymentInputValues;
    readonly visitor: VerifiedVisitor;
    readonly token: string;
    readonly now: number;
  },
): Promise<RequiredPayment> {
  const { businessId } = snapshot;
  const { return_path: _, ...input } = body;
  let found: RequiredPayment | undefined;
  try {
    await database.transaction(async (tx) => {
      const ids = { business_id: businessId, token_sha256: hashOfToken(token) };
      const [hold] = await tx.query(holdRows.lock, ids);
      if (hold === undefined) throw notFound();
      found = await requiredPayment(tx, snapshot, hold);
      await bookHold(tx, snapshot, { input: { ...input, hold_token: token }, visitor, now });
      throw new TrialEnded();
    });
  } catch (error) {
    if (error instanceof TimeTaken)
      throw await onlineConflict(database, snapshot, {
        ...error.cart,
        startsAt: error.startsAt,
        now,
        excludeAppointmentId: null,
        ...error.patchTest,
      });
    if (!(error instanceof TrialEnded)) throw error;
  }
  if (found === undefined)
    throw new Error("The dry run of the booking did not return the payment that the hold requires.");
  return found;
}
