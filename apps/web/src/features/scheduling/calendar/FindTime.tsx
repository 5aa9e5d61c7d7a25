import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Group, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import type { Line } from "./ServiceLines.tsx";
import { dateAt, plusDays, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

const DAYS = 14;
const DAYS_SHOWN = 3;
const MAX_A_DAY = 8;

/** Finds slots for the chosen services with the chosen staff members or any staff member. */
export function FindTime({
  calendar,
  lines,
  from,
  onPick,
}: {
  readonly calendar: Calendar;
  readonly lines: readonly Line[];
  readonly from: string;
  readonly onPick: (startsAt: number, staffIds: readonly string[]) => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const [isAnybody, setAnybody] = useState(true);
  const staff = lines.map(({ staffId }) => (isAnybody || staffId === "" ? "any" : staffId));
  const query = {
    location_id: calendar.location?.id ?? "",
    service_ids: lines.map(({ serviceId }) => serviceId),
    staff_ids: staff,
    from,
    to: plusDays(from, DAYS - 1),
  };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: [business, "appointments", "availability", query],
    queryFn: () => api.get("/businesses/{business}/availability", { path: { business }, query }),
    staleTime: 5_000,
  });
  const zone = zoneNamed(calendar.timeZone);
  const days = Object.entries(
    Object.groupBy(data?.slots ?? [], ({ starts_at }) => dateAt(zone, Date.parse(starts_at))),
  ).slice(0, DAYS_SHOWN);
  return (
    <Stack gap="xs">
      <Switch
        label={t("anybody")}
        checked={isAnybody}
        onChange={(event) => setAnybody(event.currentTarget.checked)}
      />
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton height={36} />}
      {data !== undefined && days.length === 0 && <Text size="sm">{t("noTime", { count: DAYS })}</Text>}
      {days.map(([date, slots = []]) => (
        <div key={date}>
          <Text size="sm" fw={600}>
            {formats.day(date)}
          </Text>
          <Group gap={6} className="numbers">
            {spread(slots, MAX_A_DAY).map(({ starts_at, items }) => (
              <Button
                key={starts_at}
                size="compact-md"
                variant="default"
                onClick={() =>
                  onPick(
                    Date.parse(starts_at),
                    items.map(({ staff_id }) => staff_id),
                  )
                }
                title={items
                  .map(({ staff_id }) => calendar.staff.find(({ id }) => id === staff_id)?.display_name)
                  .join(", ")}
              >
                {formats.time(wallMinutesAt(zone, Date.parse(starts_at)))}
              </Button>
            ))}
          </Group>
        </div>
      ))}
    </Stack>
  );
}

/** Returns at most `max` items of a list, evenly spaced. */
function spread<T>(list: readonly T[], max: number): T[] {
  if (list.length <= max) return [...list];
  return Array.from(
    { length: max },
    (_, index) => list[Math.round((index * (list.length - 1)) / (max - 1))] as T,
  );
}
