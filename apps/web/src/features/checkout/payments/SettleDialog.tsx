import { depositsTexts } from "@daybook/i18n/deposits";
import { shellTexts } from "@daybook/i18n/shell";
import { Button, Group, Stack, Text } from "@mantine/core";
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
import type { Deposit } from "./queries.ts";

/** Settles a deposit. The business keeps an amount of the deposit's balance, by default the policy's fee, and refunds the rest. */
export function SettleDialog({
  deposit,
  onClose,
}: {
  readonly deposit: Deposit;
  readonly onClose: () => void;
}) {
  const t = useText(depositsTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { balance, fee } = deposit;
  const { currency } = balance;
  const feeMinor = fee?.amount ?? 0;
  const [keptMinor, setKept] = useState<number | undefined>(feeMinor);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const write = useWrite({
    operation: "settleDeposit",
    changes: ["sales"],
    onFields: setErrors,
    run: (kept: number, { idempotencyKey }) =>
      api.deposits.settle({
        path: { business, deposit: deposit.id },
        body: { kept: moneyOf(kept, currency) },
        idempotencyKey,
      }),
  });
  const money = (amount: number) => formats.money(moneyOf(amount, currency));
  const isPossible = keptMinor !== undefined && keptMinor <= balance.amount;
  const restMinor = isPossible ? balance.amount - keptMinor : 0;
  const send = async () => {
    setErrors({});
    if (!isPossible) return;
    if ((await write.send(keptMinor)) !== undefined) onClose();
  };
  const rest = deposit.method === "cash" ? "refundByHand" : "refundRest";
  return (
    <Dialog name="settleDeposit" title={t("settleTitle")} isOpen onClose={onClose}>
      <Stack>
        <Text>
          {t(deposit.appointment_status === "no_show" ? "settleNoShow" : "settleCancelled", {
            balance: formats.money(balance),
          })}{" "}
          {feeMinor > 0 ? t("settleFee", { fee: money(feeMinor) }) : t("settleNoFee")}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => setKept(0)}>
            {t("keepNothing")}
          </Button>
          {feeMinor > 0 && feeMinor < balance.amount && (
            <Button variant="default" onClick={() => setKept(feeMinor)}>
              {t("keepFee")}
            </Button>
          )}
          <Button variant="default" onClick={() => setKept(balance.amount)}>
            {t("keepAll")}
          </Button>
        </Group>
        <MoneyInput
          label={t("keep")}
          currency={currency}
          valueMinor={keptMinor}
          error={
            (keptMinor ?? 0) > balance.amount
              ? t("atMost", { amount: formats.money(balance) })
              : (errors.kept ?? errors["kept.amount"])
          }
          onChange={setKept}
        />
        <Text size="sm" c="dimmed" role="status">
          {restMinor > 0 ? t(rest, { amount: money(restMinor) }) : t("refundNothing")}
        </Text>
        <ProblemNote error={write.error} onRetry={() => void send()} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("cancel")}
          </Button>
          <ActionButton
            operation="settleDeposit"
            color="red"
            loading={write.isSending}
            reason={isPossible ? undefined : t("enterAmount")}
            onClick={() => void send()}
          >
            {t("doSettle", { kept: money(keptMinor ?? 0), refunded: money(restMinor) })}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
