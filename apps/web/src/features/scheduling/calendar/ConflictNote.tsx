import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { ApiError } from "@daybook/sdk";
import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { dateAt, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

const REASONS = {
  appointment: "conflictAppointment",
  block: "conflictBlock",
  time_off: "conflictTimeOff",
  resource: "conflictResource",
} as const;

/** Shows the conflicts of a `time_conflict` error and up to three alternative start times. Renders nothing for other errors. */
export function ConflictNote({
  error,
  calendar,
  onAlternative,
}: {
  readonly error: unknown;
  readonly calendar: Calendar;
  readonly onAlternative: (startsAt: number) => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  if (!(error instanceof ApiError) || !error.is("time_conflict")) return null;
  const { conflicts, alternatives } = error.details;
  const zone = zoneNamed(calendar.timeZone);
  const time = (text: string) => formats.time(wallMinutesAt(zone, Date.parse(text)));
  const nameOf = (id: string | null) =>
    calendar.staff.find((member) => member.id === id)?.display_name ??
    calendar.location?.resources.find((resource) => resource.id === id)?.name ??
    "";
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={t("conflictTitle")} role="alert">
      <Stack gap="xs">
        <List size="sm" className="numbers">
          {conflicts.map((conflict) => (
            <List.Item
              key={`${conflict.reason} ${conflict.starts_at} ${conflict.staff_id} ${conflict.resource_id}`}
            >
              {t(REASONS[conflict.reason], {
                name: nameOf(conflict.staff_id ?? conflict.resource_id),
                starts: time(conflict.starts_at),
                ends: time(conflict.ends_at),
              })}
            </List.Item>
          ))}
        </List>
        {alternatives.length > 0 && (
          <>
            <Text size="sm" fw={600}>
              {t("alternatives")}
            </Text>
            <Group gap="xs">
              {alternatives.map((start) => (
                <Button
                  key={start}
                  size="compact-md"
                  variant="default"
                  onClick={() => onAlternative(Date.parse(start))}
                >
                  {formats.day(dateAt(zone, Date.parse(start)))}, {time(start)}
                </Button>
              ))}
            </Group>
          </>
        )}
      </Stack>
    </Alert>
  );
}
