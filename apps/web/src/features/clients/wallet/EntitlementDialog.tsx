import { shellTexts } from "@daybook/i18n/shell";
import { walletTexts } from "@daybook/i18n/wallet";
import { Button, NumberInput, SegmentedControl, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";

/**
 * An entitlement in a wallet. If the entitlement has a currency, the balance is an amount in minor units; otherwise it is a number of
 * services.
 */
export interface Entitlement {
  readonly id: string;
  readonly name: string;
  readonly blockedAt: string | null;
  readonly currency?: string;
}

const OPERATIONS = {
  adjust: "adjustEntitlement",
  block: "blockEntitlement",
  unblock: "unblockEntitlement",
} as const;

/**
 * Changes the balance of an entitlement, or blocks or unblocks the entitlement. A reason is required. The server stores the reason in the
 * entitlement's ledger.
 */
export function EntitlementDialog({
  entitlement: { id, name, currency },
  action,
  onClose,
}: {
  readonly entitlement: Entitlement;
  readonly action: keyof typeof OPERATIONS;
  readonly onClose: () => void;
}) {
  const t = useText(walletTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [sign, setSign] = useState<"add" | "subtract">("add");
  const [units, setUnits] = useState<number | undefined>(currency === undefined ? 1 : undefined);
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const operation = OPERATIONS[action];
  const write = useWrite({
    operation,
    changes: ["wallet"],
    run: async (_: undefined, { idempotencyKey }): Promise<unknown> => {
      const path = { business, entitlement: id };
      const because = { reason: reason.trim() };
      if (action === "block") return api.entitlements.block({ path, body: because, idempotencyKey });
      if (action === "unblock") return api.entitlements.unblock({ path, body: because, idempotencyKey });
      const delta = (units ?? 0) * (sign === "add" ? 1 : -1);
      return api.entitlements.adjust({ path, body: { delta, ...because }, idempotencyKey });
    },
  });
  const isUnits = action !== "adjust" || (units ?? 0) > 0;
  const send = async () => {
    setTried(true);
    if (!isUnits || reason.trim() === "") return;
    if ((await write.send(undefined)) !== undefined) onClose();
  };
  const unitsError = isTried && !isUnits ? { error: t("enterAmount") } : {};
  return (
    <Dialog name="entitlement" title={t(`${action}Title`, { name })} size="sm" isOpen onClose={onClose}>
      <Stack>
        {action === "adjust" && (
          <>
            <SegmentedControl
              aria-label={t("direction")}
              data={[
                { value: "add", label: t("add") },
                { value: "subtract", label: t("subtract") },
              ]}
              value={sign}
              onChange={(chosen) => setSign(chosen === "add" ? "add" : "subtract")}
            />
            {currency === undefined ? (
              <NumberInput
                label={t("services")}
                allowDecimal={false}
                allowNegative={false}
                value={units ?? ""}
                onChange={(typed) => setUnits(typed === "" ? undefined : Number(typed))}
                {...unitsError}
              />
            ) : (
              <MoneyInput
                label={t("amount")}
                currency={currency}
                valueMinor={units}
                onChange={setUnits}
                {...unitsError}
              />
            )}
          </>
        )}
        <Textarea
          label={t("reason")}
          description={t("reasonHint")}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          {...(isTried && reason.trim() === "" ? { error: t("enterReason") } : {})}
        />
        <ProblemNote error={write.error} onRetry={() => void send()} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("cancel")}
          </Button>
          <ActionButton
            operation={operation}
            {...(action === "block" ? { color: "red" } : {})}
            loading={write.isSending}
            onClick={() => void send()}
          >
            {t(action)}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
