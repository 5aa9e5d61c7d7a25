import { ownOnly } from "../../../../kernel/caller.ts";
import { invalid } from "../../../../kernel/errors.ts";
import type { Context } from "../../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../../platform/http/route.ts";
import { withSnapshot } from "../../../scheduling/snapshot/index.ts";
import type { PaymentProvider } from "../provider/provider.ts";
import { settleRefund } from "../settleRefund.ts";
import { depositPage, depositRecord, readDeposit } from "./depositRecord.ts";
import { Deposit, DepositInput, DepositPage, DepositQuery, DepositSettlement } from "./schema.ts";
import { settleByDecision } from "./settleDeposit.ts";
import { takeDeposit } from "./takeDeposit.ts";

const tag = "Payments";
const everyRole = appOnly("owner", "manager", "reception", "staff");
const DEPOSITS = "/businesses/:business/deposits";

export function depositRoutes(context: Context, provider: PaymentProvider | null): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: DEPOSITS,
      access: everyRole,
      operationId: "listDeposits",
      tag,
      summary: "List deposits",
      description:
        "Newest first. `status=to_settle` lists the deposits that an owner or manager must settle. Business members with the role `staff` see deposits of their own appointments.",
      query: DepositQuery,
      data: DepositPage,
      run: async ({ businessId, caller, query }) => ({
        data: await depositPage(database, businessId, query, ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "GET",
      path: `${DEPOSITS}/:deposit`,
      access: everyRole,
      operationId: "getDeposit",
      tag,
      summary: "Get a deposit",
      data: Deposit,
      run: async ({ businessId, caller, params }) => ({
        data: depositRecord(
          await readDeposit(database, businessId, params.deposit, ownOnly(caller, businessId)),
        ),
      }),
    }),
    route({
      method: "POST",
      path: "/businesses/:business/appointments/:appointment/deposits",
      access: everyRole,
      operationId: "createDeposit",
      tag,
      summary: "Create a deposit",
      description:
        "Takes a deposit at the desk, up to the total of the appointment. An appointment can have one unsettled deposit. At checkout, the deposit becomes a payment of the sale. An excess over the total is refunded.",
      body: DepositInput,
      data: Deposit,
      status: 201,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const taking = { appointmentId: params.appointment, input: body, own, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) =>
            storeResponse(tx, { data: await takeDeposit(tx, snapshot, taking) }),
          ),
        );
      },
    }),
    route({
      method: "POST",
      path: `${DEPOSITS}/:deposit/settle`,
      access: appOnly("owner", "manager"),
      operationId: "settleDeposit",
      tag,
      summary: "Settle a deposit",
      description:
        "Keeps a part of the balance as a fee and refunds the rest. The status must be `to_settle`: staff or an API key cancelled or declined the appointment, or the client did not appear. The kept amount is deducted from a fee that is charged later.",
      body: DepositSettlement,
      data: Deposit,
      errors: ["invalid_transition"],
      run: async ({ businessId, params, body, storeResponse, replaceResponse }) => {
        const settling = { paymentId: params.deposit, input: body, now: clock.now() };
        const { answer, pendingRefundId } = await withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const { paymentId, pendingRefundId } = await settleByDecision(tx, snapshot, settling);
            if (pendingRefundId !== null && provider === null) {
              const message =
                "must be the whole balance of an online deposit: no payment provider is configured";
              throw invalid({ path: "/kept", message });
            }
            const data = depositRecord(await readDeposit(tx, businessId, paymentId));
            return { answer: storeResponse(tx, { data }), pendingRefundId };
          }),
        );
        if (pendingRefundId === null || provider === null) return answer;
        const refund = { businessId, refundId: pendingRefundId, isNew: true };
        // The settlement is committed. If the provider cannot be reached, a background job requests the refund later.
        await settleRefund(context, provider, refund).catch(() => "pending");
        return database.transaction(async (tx) =>
          replaceResponse(tx, {
            data: depositRecord(await readDeposit(tx, businessId, params.deposit)),
          }),
        );
      },
    }),
  ];
}
