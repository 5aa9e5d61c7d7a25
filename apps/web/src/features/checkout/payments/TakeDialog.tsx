import { depositsTexts } from "@daybook/i18n/deposits";
import { shellTexts } from "@daybook/i18n/shell";
import type { Appointment } from "@daybook/sdk";
import { Button, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
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
import type { DepositInput } from "./queries.ts";

const METHODS = ["card", "cash", "external"] as const;

/** Takes a deposit for an appointment at the front desk. */
export function TakeDialog({
  appointment,
  onClose,
}: {
  readonly appointment: Appointment;
  readonly onClose: () => void;
}) {
  const t = useText(depositsTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { total } = appointment;
  const [method, setMethod] = useState<DepositInput["method"]>("card");
  const [amountMinor, setAmount] = useState<number>();
  const [reference, setReference] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const write = useWrite({
    operation: "createDeposit",
    changes: ["sales"],
    onFields: setErrors,
    run: (body: DepositInput, { idempotencyKey }) =>
      api.appointments.createDeposit({
        path: { business, appointment: appointment.id },
        body,
        idempotencyKey,
      }),
  });
  const isPossible = amountMinor !== undefined && amountMinor > 0 && amountMinor <= total.amount;
  const send = async () => {
    setErrors({});
    if (!isPossible) return;
    const taken = await write.send({
      method,
      amount: moneyOf(amountMinor, total.currency),
      ...(reference.trim() === "" ? {} : { reference: reference.trim() }),
    });
    if (taken !== undefined) onClose();
  };
  return (
    <Dialog name="takeDeposit" title={t("takeTitle")} size="sm" isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack>
          <Text>{t("takeHint", { amount: formats.money(total) })}</Text>
          <SegmentedControl
            fullWidth
            aria-label={t("method")}
            data={METHODS.map((each) => ({ value: each, label: t(each) }))}
            value={method}
            onChange={(value) => setMethod(value)}
          />
          <MoneyInput
            label={t("amount")}
            currency={total.currency}
            valueMinor={amountMinor}
            error={
              (amountMinor ?? 0) > total.amount
                ? t("atMost", { amount: formats.money(total) })
                : (errors.amount ?? errors["amount.amount"])
            }
            onChange={setAmount}
          />
          <TextInput
            label={t("reference")}
            maxLength={200}
            value={reference}
            error={errors.reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <ProblemNote error={write.error} onRetry={() => void send()} />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {shell("cancel")}
            </Button>
            <ActionButton
              operation="createDeposit"
              type="submit"
              loading={write.isSending}
              reason={isPossible ? undefined : t("enterAmount")}
            >
              {t("doTake", { amount: formats.money(moneyOf(amountMinor ?? 0, total.currency)) })}
            </ActionButton>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
