import { menuTexts } from "@daybook/i18n/menu";
import { Group, NumberInput, Switch, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { PhaseBar } from "./PhaseBar.tsx";
import { type ServiceValues, timesOf } from "./serviceValues.ts";

/** Shows the fields for a service's duration, optional processing time and buffers. */
export function TimeFields({ form }: { readonly form: UseFormReturnType<ServiceValues> }) {
  const t = useText(menuTexts);
  const minutes = (name: keyof ServiceValues, label: string, min: number) => (
    <NumberInput label={label} min={min} max={1440} step={5} {...form.getInputProps(name)} />
  );
  const times = timesOf(form.values);
  const total = Object.values(times).reduce((sum, each) => sum + each, 0);
  const { hasProcessing } = form.values;
  return (
    <FieldGroup title={t("times")}>
      <PhaseBar times={times} isLarge />
      <Text size="sm" c="dimmed">
        {t("occupied", { count: total })}
      </Text>
      <Switch label={t("hasProcessing")} {...form.getInputProps("hasProcessing", { type: "checkbox" })} />
      {hasProcessing ? (
        <Group grow align="flex-end">
          {minutes("initial_minutes", t("initial"), 1)}
          {minutes("processing_minutes", t("processing"), 0)}
          {minutes("finishing_minutes", t("finishing"), 0)}
        </Group>
      ) : (
        minutes("duration_minutes", t("duration"), 1)
      )}
      <Group grow align="flex-end">
        {minutes("buffer_before_minutes", t("bufferBefore"), 0)}
        {minutes("buffer_after_minutes", t("bufferAfter"), 0)}
      </Group>
    </FieldGroup>
  );
}
