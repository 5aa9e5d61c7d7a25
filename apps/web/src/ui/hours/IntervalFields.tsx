import { teamTexts } from "@daybook/i18n/team";
import { ActionIcon, Group, Select, Stack, Text } from "@mantine/core";
import { useText } from "../../base/language.tsx";
import { Icon } from "../Icon.tsx";
import { TimeField } from "../TimeField.tsx";
import { type Interval, nextInterval, problemOf, spanOf } from "./draft.ts";
import classes from "./hours.module.css";

export interface Place {
  readonly id: string;
  readonly name: string;
}

/** Renders the fields for the intervals of a day. Shows a missing time or an overlap below the fields during typing. */
export function IntervalFields({
  day,
  intervals,
  places,
  onChange,
}: {
  readonly day: string;
  readonly intervals: readonly Interval[];
  /** The locations to choose from; empty in the form for a location's hours. */
  readonly places: readonly Place[];
  readonly onChange: (intervals: readonly Interval[]) => void;
}) {
  const t = useText(teamTexts);
  const problem = problemOf(intervals);
  const set = (index: number, patch: Partial<Interval>) =>
    onChange(intervals.map((interval, at) => (at === index ? { ...interval, ...patch } : interval)));
  return (
    <Stack gap={6} className={classes.intervals}>
      {intervals.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.closed}>
          {t(places.length === 0 ? "closedLocation" : "closedDay")}
        </Text>
      )}
      {intervals.map((interval, index) => {
        const number = index + 1;
        const [, ends] = spanOf(interval) ?? [0, 0];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no id.
          <Group key={index} gap={6} wrap={places.length > 1 ? "wrap" : "nowrap"}>
            <TimeField
              w={112}
              aria-label={t("starts", { day, number })}
              aria-invalid={problem !== undefined}
              value={interval.starts}
              onChange={(starts) => set(index, { starts })}
            />
            <span aria-hidden="true">–</span>
            <TimeField
              w={112}
              aria-label={t("ends", { day, number })}
              aria-invalid={problem !== undefined}
              value={interval.ends}
              onChange={(ends) => set(index, { ends })}
            />
            {places.length > 1 && (
              <Select
                w={180}
                aria-label={t("place", { day, number })}
                data={places.map(({ id, name }) => ({ value: id, label: name }))}
                value={interval.location_id ?? null}
                onChange={(location_id) => location_id !== null && set(index, { location_id })}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t("removeInterval", { day, number })}
              onClick={() => onChange(intervals.filter((_, at) => at !== index))}
            >
              <Icon name="close" size={18} />
            </ActionIcon>
            {ends > 1440 && (
              <Text size="xs" c="dimmed">
                {t("nextDay")}
              </Text>
            )}
          </Group>
        );
      })}
      {problem !== undefined && (
        <Text size="sm" c="var(--db-bad)" role="alert">
          {t(problem)}
        </Text>
      )}
      <ActionIcon
        variant="default"
        size={36}
        className={classes.add}
        aria-label={t("addInterval", { day })}
        onClick={() => onChange([...intervals, nextInterval(intervals, places[0]?.id)])}
      >
        <Icon name="plus" size={18} />
      </ActionIcon>
    </Stack>
  );
}
