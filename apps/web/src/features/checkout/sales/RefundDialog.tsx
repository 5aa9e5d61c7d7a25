import { salesTexts } from "@daybook/i18n/sales";
import { shellTexts } from "@daybook/i18n/shell";
import { Button, Checkbox, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Payment, Sale } from "./queries.ts";

interface Refund {
  readonly amount: ReturnType<typeof moneyOf>;
  readonly reason?: string;
  readonly lines?: { line_id: string }[];
}

/** Refunds all or part of a payment, at most its amount less earlier refunds. The user can select the refunded lines. */
export function RefundDialog({
  sale,
  payment,
  onClose,
}: {
  readonly sale: Sale;
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const t = useText(salesTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { currency } = payment.amount;
  const leftMinor = payment.amount.amount - payment.refunded.amount;
  const isUnit = payment.method === "package" || payment.method === "membership";
  const [lineIds, setLineIds] = useState<readonly string[]>([]);
  const [amountMinor, setAmount] = useState<number | undefined>(leftMinor);
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const write = useWrite({
    operation: "refundPayment",
    changes: ["sales", "wallet"],
    onFields: setErrors,
    run: (body: Refund, { idempotencyKey }) =>
      api.payments.refund({ path: { business, payment: payment.id }, body, idempotencyKey }),
  });
  const offered =
    sale.status === "completed" && !isUnit ? sale.lines.filter(({ kind }) => kind !== "discount") : [];
  const isPrepaid = sale.lines.some(({ kind }) => ["package", "membership", "gift_card"].includes(kind));
  const isTooMuch = (amountMinor ?? 0) > leftMinor;
  const toggle = (id: string) => {
    const next = lineIds.includes(id) ? lineIds.filter((other) => other !== id) : [...lineIds, id];
    setLineIds(next);
    const sum = offered
      .filter((line) => next.includes(line.id))
      .reduce((all, line) => all + line.total.amount, 0);
    setAmount(next.length === 0 ? leftMinor : Math.min(sum, leftMinor));
  };
  const send = async () => {
    setErrors({});
    if (amountMinor === undefined || amountMinor === 0 || isTooMuch) return;
    const refunded = await write.send({
      amount: moneyOf(amountMinor, currency),
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
      ...(offered.length > 0 && (lineIds.length > 0 || isPrepaid)
        ? { lines: lineIds.map((line_id) => ({ line_id })) }
        : {}),
    });
    if (refunded !== undefined) onClose();
  };
  return (
    <Dialog name="refund" title={t("refundTitle")} isOpen onClose={onClose}>
      <Stack>
        <Text>{t("refundLeft", { amount: formats.money(moneyOf(leftMinor, currency)) })}</Text>
        {offered.length > 0 && (
          <Checkbox.Group label={t("refundLines")} value={[...lineIds]} error={errors.lines}>
            <Stack gap="xs" mt="xs">
              {offered.map(({ id, description, total }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={`${description} · ${formats.money(total)}`}
                  onChange={() => toggle(id)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <MoneyInput
          label={t("amount")}
          currency={currency}
          valueMinor={amountMinor}
          isReadOnly={isUnit}
          error={
            isTooMuch
              ? t("atMost", { amount: formats.money(moneyOf(leftMinor, currency)) })
              : (errors.amount ?? errors["amount.amount"])
          }
          onChange={setAmount}
        />
        <Textarea
          label={t("refundReason")}
          description={t("refundReasonHint")}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ProblemNote error={write.error} onRetry={() => void send()} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("cancel")}
          </Button>
          <ActionButton
            operation="refundPayment"
            color="red"
            loading={write.isSending}
            reason={isTooMuch || (amountMinor ?? 0) === 0 ? t("enterAmount") : undefined}
            onClick={() => void send()}
          >
            {t("refundDo", { amount: formats.money(moneyOf(amountMinor ?? 0, currency)) })}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
