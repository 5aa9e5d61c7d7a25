import { teamTexts } from "@daybook/i18n/team";
import { Button, Menu } from "@mantine/core";
import { useFormats, useText } from "../../base/language.tsx";
import type { Interval } from "./draft.ts";
import classes from "./hours.module.css";
import { IntervalFields, type Place } from "./IntervalFields.tsx";

/** A Monday, used to format the names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** Edits the hours of each weekday. The user can copy a day to another day, to all working days or to all days. */
export function WeekEditor({
  week,
  places,
  onChange,
}: {
  readonly week: readonly (readonly Interval[])[];
  readonly places: readonly Place[];
  readonly onChange: (week: readonly (readonly Interval[])[]) => void;
}) {
  const t = useText(teamTexts);
  const { locale } = useFormats();
  const long = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const nameOf = (weekday: number) => long.format(MONDAY + weekday * 86_400_000);
  const copy = (from: number, to: readonly number[]) =>
    onChange(week.map((intervals, weekday) => (to.includes(weekday) ? (week[from] ?? []) : intervals)));
  return (
    <div className="surface">
      {WEEKDAYS.map((weekday) => {
        const day = nameOf(weekday);
        return (
          <fieldset key={weekday} className={classes.day} aria-label={day}>
            <strong>{day}</strong>
            <IntervalFields
              day={day}
              intervals={week[weekday] ?? []}
              places={places}
              onChange={(intervals) => onChange(week.map((each, at) => (at === weekday ? intervals : each)))}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="subtle" color="gray" px="xs" c="dimmed" aria-label={t("copy", { day })}>
                  {t("copyShort")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => copy(weekday, [0, 1, 2, 3, 4])}>{t("copyWorkdays")}</Menu.Item>
                <Menu.Item onClick={() => copy(weekday, WEEKDAYS)}>{t("copyAll")}</Menu.Item>
                <Menu.Divider />
                {WEEKDAYS.filter((other) => other !== weekday).map((other) => (
                  <Menu.Item key={other} onClick={() => copy(weekday, [other])}>
                    {nameOf(other)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </fieldset>
        );
      })}
    </div>
  );
}
