import { policiesTexts } from "@daybook/i18n/policies";
import { Stack, Text } from "@mantine/core";
import { useFormats, useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { type ChargeDraft, hasFee, isComplete, type PolicyDraft } from "./policyDraft.ts";

/** Shows a preview of the policy draft as clients will see it. */
export function PolicyPreview({
  draft,
  currency,
}: {
  readonly draft: PolicyDraft;
  readonly currency: string;
}) {
  const t = useText(policiesTexts);
  const formats = useFormats();
  const chargeText = (charge: ChargeDraft) =>
    charge.kind === "percent"
      ? t("percentOfPrice", { percent: formats.percent(Number(charge.percent) / 100) })
      : formats.money(moneyOf(charge.amountMinor ?? 0, currency));
  const isCharged = (charge: ChargeDraft) => charge.kind !== "none" && isComplete(charge);
  const { lateFee, noShowFee, deposit } = draft;
  const hasLateFee = isCharged(lateFee);
  return (
    <section className="surface" aria-labelledby="policy-preview" style={{ padding: 16 }}>
      <Stack gap="xs">
        <Text id="policy-preview" size="sm" fw={600} component="h2" m={0}>
          {t("preview")}
        </Text>
        <Text size="sm">
          {hasLateFee ? t("previewFree", { hours: Number(draft.hours) }) : t("previewAlways")}
          {hasLateFee && ` ${t("previewLate", { charge: chargeText(lateFee) })}`}
          {isCharged(noShowFee) && ` ${t("previewNoShow", { charge: chargeText(noShowFee) })}`}
          {draft.cardRequired && hasFee(draft) && deposit.kind === "none" && ` ${t("previewCard")}`}
          {isCharged(deposit) && ` ${t("previewDeposit", { charge: chargeText(deposit) })}`}
        </Text>
        {[draft.cancellationText, draft.bookingText].map(
          (text) =>
            text.trim() !== "" && (
              <Text key={text} size="sm" style={{ whiteSpace: "pre-line" }}>
                {text}
              </Text>
            ),
        )}
      </Stack>
    </section>
  );
}
