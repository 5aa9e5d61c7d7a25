import { calendarTexts } from "@daybook/i18n/calendar";
import { Group, NumberInput, Switch } from "@mantine/core";
import { useText } from "../../../base/language.tsx";

export interface Series {
  readonly everyWeeks: number;
  /** The number of appointments, including the first. */
  readonly occurrences: number;
}

const USUAL: Series = { everyWeeks: 4, occurrences: 6 };
const MAX = 52;

/** Shows the fields of a series, which repeats an appointment every `everyWeeks` weeks at the same time of day. */
export function SeriesFields({
  series,
  errors,
  onChange,
}: {
  readonly series: Series | undefined;
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChange: (series: Series | undefined) => void;
}) {
  const t = useText(calendarTexts);
  return (
    <>
      <Switch
        label={t("repeat")}
        checked={series !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? USUAL : undefined)}
      />
      {series !== undefined && (
        <Group grow align="flex-start">
          <NumberInput
            label={t("everyWeeks")}
            min={1}
            max={MAX}
            allowDecimal={false}
            value={series.everyWeeks}
            error={errors.every_weeks as string}
            onChange={(weeks) => onChange({ ...series, everyWeeks: Number(weeks) || 1 })}
          />
          <NumberInput
            label={t("occurrences")}
            min={2}
            max={MAX}
            allowDecimal={false}
            value={series.occurrences}
            error={errors.occurrences as string}
            onChange={(count) => onChange({ ...series, occurrences: Number(count) || 2 })}
          />
        </Group>
      )}
    </>
  );
}
