import { policiesTexts } from "@daybook/i18n/policies";
import { Group, NumberInput, Select } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import type { ChargeDraft } from "./policyDraft.ts";

/** Shows the fields for a charge: none, a percentage of the price, or an amount. */
export function ChargeFields({
  name,
  draft,
  currency,
  error,
  onChange,
}: {
  readonly name: string;
  readonly draft: ChargeDraft;
  readonly currency: string;
  readonly error: string | undefined;
  readonly onChange: (draft: ChargeDraft) => void;
}) {
  const t = useText(policiesTexts);
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={name}
        w={380}
        maw="100%"
        data={[
          { value: "none", label: t("kindNone") },
          { value: "percent", label: t("kindPercent") },
          { value: "amount", label: t("kindAmount") },
        ]}
        value={draft.kind}
        error={draft.kind === "none" ? error : undefined}
        onChange={(kind) => kind !== null && onChange({ ...draft, kind: kind as ChargeDraft["kind"] })}
      />
      {draft.kind === "percent" && (
        <NumberInput
          aria-label={t("percentOf", { name })}
          w={120}
          min={1}
          max={100}
          allowDecimal={false}
          suffix=" %"
          value={draft.percent}
          error={error}
          onChange={(percent) => onChange({ ...draft, percent })}
        />
      )}
      {draft.kind === "amount" && (
        <MoneyInput
          aria-label={t("amountOf", { name })}
          w={140}
          currency={currency}
          valueMinor={draft.amountMinor}
          error={error}
          onChange={(amountMinor) => onChange({ ...draft, amountMinor })}
        />
      )}
    </Group>
  );
}
