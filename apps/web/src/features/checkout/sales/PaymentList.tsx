import { salesTexts } from "@daybook/i18n/sales";
import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { METHOD_TEXT } from "./PaymentForm.tsx";
import type { Payment, Sale } from "./queries.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import classes from "./Sales.module.css";

const isRefundable = ({ status }: Payment) => status === "succeeded" || status === "partially_refunded";

/** Lists the payments of a sale, each with its refunded amount. */
export function PaymentList({
  sale,
  payments,
}: {
  readonly sale: Sale;
  readonly payments: readonly Payment[];
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const [refunding, setRefunding] = useState<Payment>();
  const cancel = useWrite({
    operation: "cancelPayment",
    changes: ["sales"],
    run: (payment: string, { idempotencyKey }) =>
      api.payments.cancel({ path: { business, payment }, idempotencyKey }),
  });
  return (
    <>
      <ul className={`${classes.lines} numbers`}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <div className={classes.what}>
              <span>
                {payment.kind === "deposit" && `${t("deposit")} · `}
                {t(METHOD_TEXT[payment.method])}
                {payment.card !== null && ` ${payment.card.brand} …${payment.card.last4}`}
              </span>
              {payment.status === "pending" && (
                <Text size="sm" c="dimmed">
                  {t("paymentPending")}
                </Text>
              )}
              {payment.refunded.amount > 0 && (
                <Text size="sm" c="dimmed">
                  {t("refundedAmount", { amount: formats.money(payment.refunded) })}
                </Text>
              )}
            </div>
            <span className={classes.amount}>{formats.money(payment.amount)}</span>
            {isRefundable(payment) && (
              <Group>
                <ActionButton
                  operation="refundPayment"
                  variant="default"
                  size="compact-sm"
                  onClick={() => setRefunding(payment)}
                >
                  {t("refund")}
                </ActionButton>
              </Group>
            )}
            {payment.status === "pending" && (
              <ActionButton
                operation="cancelPayment"
                variant="default"
                size="compact-sm"
                loading={cancel.isSending}
                onClick={() => void cancel.send(payment.id)}
              >
                {t("cancelPayment")}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      <ProblemNote error={cancel.error} />
      {refunding !== undefined && (
        <RefundDialog sale={sale} payment={refunding} onClose={() => setRefunding(undefined)} />
      )}
    </>
  );
}
