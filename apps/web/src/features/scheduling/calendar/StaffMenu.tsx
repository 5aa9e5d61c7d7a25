import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Checkbox, Group, Popover, Stack } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { type Calendar, WHOLE_TEAM } from "./useCalendar.ts";

/** Returns the ids of the staff members that the day view shows, and a function that shows or hides a staff member. */
export function staffChoice({ change, columns }: Calendar) {
  const shown = columns.flatMap(({ staff: member }) => member?.id ?? []);
  const toggle = (id: string) => {
    const ids = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
    // Keeps the last staff member selected, because the calendar needs at least one column.
    if (ids.length > 0) change({ staff: ids.join(",") });
  };
  return { shown, toggle };
}

/** Selects the staff members in the day view: those who work on the day, all, or individual staff members. */
export function StaffMenu({ calendar }: { readonly calendar: Calendar }) {
  const t = useText(calendarTexts);
  const { change, search, staff } = calendar;
  const { shown, toggle } = staffChoice(calendar);
  const chosen = search.staff === WHOLE_TEAM ? undefined : search.staff?.split(",");
  const label =
    search.staff === undefined
      ? t("workingOnly")
      : chosen === undefined
        ? t("everybody")
        : chosen.length === 1
          ? calendar.nameOf(chosen[0] ?? "")
          : t("staffCount", { count: chosen.length });
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          px="sm"
          maw={160}
          aria-label={`${t("staffShown")}: ${label}`}
          leftSection={<Icon name="clients" size={18} />}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap="xs" wrap="nowrap">
            <Button
              size="compact-md"
              variant={search.staff === undefined ? "light" : "default"}
              aria-pressed={search.staff === undefined}
              onClick={() => change({ staff: undefined })}
            >
              {t("workingOnly")}
            </Button>
            <Button
              size="compact-md"
              variant={search.staff === WHOLE_TEAM ? "light" : "default"}
              aria-pressed={search.staff === WHOLE_TEAM}
              onClick={() => change({ staff: WHOLE_TEAM })}
            >
              {t("everybody")}
            </Button>
          </Group>
          {staff.map(({ id, display_name }) => (
            <Checkbox
              key={id}
              label={display_name}
              checked={shown.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
