import { salesTexts } from "@daybook/i18n/sales";
import type { Appointment } from "@daybook/sdk";
import { Stack, Text } from "@mantine/core";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { DepositNote } from "../payments/DepositNote.tsx";
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
  const write = useWrite({
    operation: "chargeFee",
    changes: ["sales"],
    run: (client: string, { idempotencyKey }): Promise<Sale> =>
      api.clients.chargeFee({
        path: { business, client },
        body: { appointment_id: id, kind },
        idempotencyKey,
      }),
  });
  const charge = async () => {
    if (client_id === null) return;
    const charged = await write.send(client_id);
    if (charged !== undefined) onCharged(charged.id);
  };
  return (
    <section className={`surface ${classes.card}`}>
      <Stack align="flex-start">
        <Text>{t(kind === "no_show" ? "feeNoShow" : "feeCancelled")}</Text>
        <DepositNote appointment={appointment} canTake={false} />
        <ProblemNote error={write.error} onRetry={() => void charge()} />
        {fee === undefined ? (
          <ActionButton
            operation="chargeFee"
            loading={write.isSending}
            reason={client_id === null ? t("feeWithoutClient") : undefined}
            onClick={() => void charge()}
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
