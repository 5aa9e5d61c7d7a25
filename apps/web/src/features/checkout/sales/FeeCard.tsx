import { salesTexts } from "@daybook/i18n/sales";
import type { Appointment } from "@daybook/sdk";
import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { DepositNote } from "../payments/DepositNote.tsx";
import { ChargeOutcome, type Fee, useSavedCard } from "./ChargeOutcome.tsx";
import type { Sale } from "./queries.ts";
import classes from "./Sales.module.css";

/** Charges the policy's fee for a no-show or late cancellation as a sale. */
export function FeeCard({
  appointment,
  fee,
  onCharged,
}: {
  readonly appointment: Appointment;
  /** The sale for the fee, if the fee has already been charged. */
  readonly fee: Sale | undefined;
  readonly onCharged: (saleId: string) => void;
}) {
  const t = useText(salesTexts);
  const { id: business } = useBusiness();
  const { id, client_id, status } = appointment;
  const kind = status === "no_show" ? "no_show" : "late_cancel";
  const [charged, setCharged] = useState<Fee | undefined>(undefined);
  const card = useSavedCard(appointment);
  const write = useWrite({
    operation: "chargeFee",
    changes: ["sales"],
    run: ({ client, toCard }: { client: string; toCard: boolean }, { idempotencyKey }): Promise<Fee> =>
      api.clients.chargeFee({
        path: { business, client },
        body: { appointment_id: id, kind, ...(toCard ? { method: "saved_card" as const } : {}) },
        idempotencyKey,
      }),
  });
  const charge = async (toCard: boolean) => {
    if (client_id === null) return;
    const done = await write.send({ client: client_id, toCard });
    if (done?.charge == null) {
      if (done !== undefined) onCharged(done.id);
    } else setCharged(done);
  };
  const isChargeable = card !== undefined && (fee === undefined || fee.status === "open");
  return (
    <section className={`surface ${classes.card}`}>
      <Stack align="flex-start">
        <Text>{t(kind === "no_show" ? "feeNoShow" : "feeCancelled")}</Text>
        <DepositNote appointment={appointment} canTake={false} />
        <ProblemNote error={write.error} />
        {charged?.charge != null && <ChargeOutcome charge={charged.charge} fee={charged} />}
        {isChargeable && canRepeat(charged?.charge) && (
          <ActionButton operation="chargeFee" loading={write.isSending} onClick={() => void charge(true)}>
            {t("chargeCard", { brand: card.brand ?? "", last4: card.last4 ?? "" })}
          </ActionButton>
        )}
        {fee === undefined ? (
          <ActionButton
            operation="chargeFee"
            variant={isChargeable ? "default" : "filled"}
            loading={write.isSending}
            reason={client_id === null ? t("feeWithoutClient") : undefined}
            onClick={() => void charge(false)}
          >
            {t("chargeFee")}
          </ActionButton>
        ) : (
          <ActionButton operation="getSale" variant="default" onClick={() => onCharged(fee.id)}>
            {t("openSale")}
          </ActionButton>
        )}
      </Stack>
    </section>
  );
}

/**
 * Whether the card can be charged again: there was no charge yet, or the last charge failed and the client cannot pay the fee
 * on a payment page.
 */
function canRepeat(charge: Fee["charge"] | undefined): boolean {
  if (charge == null) return true;
  return charge.outcome !== "succeeded" && charge.outcome !== "pending" && charge.payment_url === null;
}
