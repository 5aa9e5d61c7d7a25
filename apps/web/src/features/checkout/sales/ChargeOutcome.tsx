import { salesTexts } from "@daybook/i18n/sales";
import type { Appointment, DataOf } from "@daybook/sdk";
import { Alert, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";

export type Fee = DataOf<"post", "/businesses/{business}/clients/{client}/fees">;
type Charge = NonNullable<Fee["charge"]>;

/**
 * Returns the active card that the client saved with the booking of an appointment; undefined if there is none or if the user's
 * role may not list saved cards.
 */
export function useSavedCard({ id, client_id: client }: Appointment) {
  const { id: business } = useBusiness();
  const isBlocked = useBlockedReason("listSavedCards") !== undefined;
  const { data } = useQuery({
    queryKey: [business, "clients", "saved-cards", client],
    queryFn: () => api.clients.listSavedCards({ path: { business, client: client ?? "" } }),
    enabled: client !== null && !isBlocked,
  });
  return data?.items.find((card) => card.appointment_id === id && card.status === "active");
}

const TEXTS = {
  pending: "chargePending",
  succeeded: "chargeSucceeded",
  declined: "chargeDeclined",
  authentication_required: "chargeAuthentication",
} as const;

/**
 * Shows whether a fee was charged to a saved card. If there is a payment page for the fee, shows its link, so that the client
 * can pay.
 */
export function ChargeOutcome({ charge, fee }: { readonly charge: Charge; readonly fee: Fee }) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { outcome, card, payment_url: url } = charge;
  return (
    <Stack w="100%">
      <Alert color={outcome === "succeeded" ? "green" : "yellow"} variant="light" role="status">
        {t(TEXTS[outcome], { ...card, amount: formats.money(fee.total) })}
      </Alert>
      {url !== null && (
        <CopyField
          label={t("chargePayLink")}
          value={url}
          copyText={t("chargeCopy")}
          copiedText={t("chargeCopied")}
        />
      )}
    </Stack>
  );
}
