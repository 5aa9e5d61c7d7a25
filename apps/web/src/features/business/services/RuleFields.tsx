import { menuTexts } from "@daybook/i18n/menu";
import { NumberInput, SimpleGrid } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import type { ServiceValues } from "./serviceValues.ts";

/** Shows the fields for a service's online booking rules. An empty maximum per day means no limit. The request omits other empty fields. */
export function RuleFields({ form }: { readonly form: UseFormReturnType<ServiceValues> }) {
  const t = useText(menuTexts);
  return (
    <FieldGroup title={t("rules")}>
      <SimpleGrid cols={2} spacing="sm" style={{ alignItems: "end" }}>
        <NumberInput
          label={t("slotStep")}
          min={5}
          max={240}
          step={5}
          {...form.getInputProps("slot_step_minutes")}
        />
        <NumberInput
          label={t("minNotice")}
          min={0}
          max={525_600}
          step={30}
          {...form.getInputProps("min_notice_minutes")}
        />
        <NumberInput label={t("maxAdvance")} min={0} max={3650} {...form.getInputProps("max_advance_days")} />
        <NumberInput
          label={t("maxPerDay")}
          placeholder={t("unlimited")}
          min={1}
          max={10_000}
          {...form.getInputProps("max_per_day")}
        />
      </SimpleGrid>
    </FieldGroup>
  );
}
