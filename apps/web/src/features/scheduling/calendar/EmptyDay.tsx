import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import classes from "./CalendarPage.module.css";
import { nextAppointmentQuery } from "./queries.ts";
import { dateAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/** Shows that the day has no entries, with buttons to book an appointment and to open the next day with appointments. */
export function EmptyDay({ calendar, onBook }: { readonly calendar: Calendar; readonly onBook: () => void }) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { location, timeZone, endsAt, change, view } = calendar;
  const { data: next } = useQuery({
    ...nextAppointmentQuery(business, location?.id ?? "", endsAt),
    enabled: location !== undefined,
  });
  const date = next == null ? undefined : dateAt(zoneNamed(timeZone), Date.parse(next.starts_at));
  return (
    <Stack className={classes.empty} align="center" gap="xs">
      <Text fw={600}>{t("emptyDay")}</Text>
      <Group gap="xs" justify="center">
        <Button variant="default" onClick={onBook}>
          {t("newAppointment")}
        </Button>
        {date !== undefined && (
          <Button variant="default" onClick={() => change({ date, view })}>
            {t("nextBooked", { date: formats.day(date) })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
