import { utcText } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { onlineDeposits } from "../../checkout/payments/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { startPayment } from "../hold-payments/index.ts";
import { holdDeposits, holdRows, onlineConflict } from "../holds/index.ts";
import { findPublicBusiness } from "../public-business/index.ts";
import {
  requireVisitor,
  type VerifiedVisitor,
  type VisitorSettings,
  visitorHeader,
} from "../visitors/index.ts";
import { bookHold, TimeTaken } from "./bookHold.ts";
import { HoldPayment, HoldPaymentInput, type HoldPaymentInputValues } from "./schema.ts";

/** Thrown to roll back a trial booking. */
class Rehearsed extends Error {}

/** Returns the route that starts the deposit payment of a hold. */
export function paymentRoute(
  context: Context,
  { emailOutbox, secret, provider, publishableKey }: VisitorSettings,
): Route {
  const { database, clock } = context;
  return route({
    method: "POST",
    path: "/public/businesses/:slug/holds/:hold_token/payment",
    access: { kind: "public" },
    operationId: "createHoldPayment",
    tag: "Public",
    summary: "Create the deposit payment of a hold",
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
      const accountId = await onlineDeposits.accountOf(database, businessId, provider);
      const token = params.hold_token;
      const hold = await withSnapshot(database, businessId, (snapshot) =>
        checkBooking(context, snapshot, { body, visitor, token, now }),
      );
      const isCardDue = hold.amountMinor === 0 && hold.hasFees;
      if (provider === null || accountId === null || (hold.amountMinor === 0 && !isCardDue))
        throw invalid({
          path: "/hold_token",
          message: "is a hold that requires no deposit and no card: book it without a payment",
        });
      if (isCardDue && body.card_consent === undefined)
        throw invalid({ path: "/card_consent", message: "is required: the card is saved for the fees" });
      const savesCard = hold.hasFees && body.card_consent !== undefined;
      const { return_path, ...input } = body;
      const page =
        return_path === undefined
          ? null
          : { returnUrl: `${emailOutbox.address()}${return_path}`, description: hold.description };
      const started = await startPayment(context, provider, {
        ...{ businessId, token, accountId, page, savesCard },
        ...{ holdId: hold.id, amountMinor: hold.amountMinor, currency: hold.currency },
        booking: { email: visitor.email, phone_e164: visitor.phone_e164, input },
      });
      const data = {
        status:
          started.clientSecret === null && started.pageUrl === null
            ? ("authorised" as const)
            : ("open" as const),
        amount: moneyOf(hold.amountMinor, hold.currency),
        saves_card: savesCard,
        client_secret: started.clientSecret,
        page_url: started.pageUrl,
        stripe_account_id: accountId,
        stripe_publishable_key: publishableKey,
        expires_at: utcText(started.expiresAt),
      };
      return database.transaction(async (tx) => storeResponse(tx, { data }));
    },
  });
}

/**
 * Books the hold in a transaction that is rolled back, so that the visitor pays only for a hold that can be booked. Throws the errors of
 * `bookHold` except `deposit_required`.
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
): Promise<{ id: string; amountMinor: number; hasFees: boolean; currency: string; description: string }> {
  const { businessId, currency } = snapshot;
  const { return_path: _, ...input } = body;
  let found: { id: string; amountMinor: number; hasFees: boolean; description: string } | undefined;
  try {
    await database.transaction(async (tx) => {
      const ids = { business_id: businessId, token_sha256: hashOfToken(token) };
      const [hold] = await tx.query(holdRows.lock, ids);
      if (hold === undefined)
        throw invalid({ path: "/hold_token", message: "must be a hold of this business that is not booked" });
      const names = hold.service_ids.map((id) => snapshot.services.get(id)?.name ?? "");
      const amountMinor = await holdDeposits.due(tx, snapshot, hold);
      found = {
        id: hold.id,
        amountMinor,
        hasFees: (await holdDeposits.cardFees(tx, snapshot, hold, amountMinor)) !== null,
        description: names.join(", "),
      };
      await bookHold(tx, snapshot, { input: { ...input, hold_token: token }, visitor, now });
      throw new Rehearsed();
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
    if (!(error instanceof Rehearsed)) throw error;
  }
  if (found === undefined) throw new Error("The hold was not checked.");
  return { ...found, currency };
}
