import { salesTexts } from "@daybook/i18n/sales";
import { Button, Group, Stack } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";

const PRESETS_PERCENT = [5, 10, 15] as const;

/** Shows the field for the tip, with buttons that fill in a percentage of the ticket's total. */
export function TipField({
  tipMinor,
  baseMinor,
  error,
  onChange,
}: {
  readonly tipMinor: number | undefined;
  /** The total without the tip, in minor units; undefined until the server has computed the totals. */
  readonly baseMinor: number | undefined;
  readonly error: string | undefined;
  readonly onChange: (tipMinor: number | undefined) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { record } = useBusiness();
  const { currency } = record;
  return (
    <Stack gap="xs">
      <MoneyInput
        label={t("tip")}
        currency={currency}
        valueMinor={tipMinor}
        error={error}
        onChange={onChange}
      />
      {baseMinor !== undefined && baseMinor > 0 && (
        <Group gap="xs" grow>
          {PRESETS_PERCENT.map((percent) => {
            const minor = Math.round((baseMinor * percent) / 100);
            return (
              <Button
                key={percent}
                variant="default"
                size="compact-md"
                px={4}
                aria-pressed={tipMinor === minor}
                aria-label={t("tipPreset", {
                  percent: formats.percent(percent / 100),
                  amount: formats.money({ amount: minor, currency }),
                })}
                onClick={() => onChange(minor)}
              >
                {formats.percent(percent / 100)}
              </Button>
            );
          })}
        </Group>
      )}
    </Stack>
  );
}
