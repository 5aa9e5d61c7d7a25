import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { dateAt, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";
import { useClientName } from "./useClientName.ts";
import classes from "./WaitlistPanel.module.css";
import type { WaitlistMatch } from "./waitlistQueries.ts";

/** Shows a free time that matches a waitlist entry, with buttons to book, offer or dismiss the time. */
export function WaitlistMatchItem({
  calendar,
  match,
  canOffer,
  onDismiss,
}: {
  readonly calendar: Calendar;
  readonly match: WaitlistMatch;
  readonly canOffer: boolean;
  readonly onDismiss: () => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const name = useClientName(match.client_id);
  const zone = zoneNamed(calendar.timeZone);
  const at = Date.parse(match.starts_at);
  const offer = useWrite({
    operation: "createWaitlistOffer",
    changes: ["waitlist", "appointments"],
    run: (_: null, { idempotencyKey }) =>
      api.post("/businesses/{business}/waitlist/{entry}/offers", {
        path: { business, entry: match.entry_id },
        body: { starts_at: match.starts_at, items: match.items },
        idempotencyKey,
      }),
  });
  const [first] = match.items;
  const book = () =>
    calendar.change({
      waitlist: undefined,
      new: `${new Date(at).toISOString()}~${first?.staff_id ?? ""}`,
      client: match.client_id,
      waiting: match.entry_id,
      with: match.items.map(({ staff_id }) => staff_id).join(","),
    });
  const staffNames = match.items.map(
    ({ staff_id }) => calendar.staff.find(({ id }) => id === staff_id)?.display_name,
  );
  return (
    <li className={classes.item}>
      <Stack gap={4}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" className="numbers">
          {formats.day(dateAt(zone, at))}, {formats.time(wallMinutesAt(zone, at))} ·{" "}
          {[...new Set(staffNames)].filter(Boolean).join(", ")}
        </Text>
        <Text size="sm" c="dimmed">
          {match.items
            .map(({ service_id }) => services.find(({ id }) => id === service_id)?.name)
            .filter(Boolean)
            .join(", ")}
        </Text>
        <ProblemNote error={offer.error} />
        <Group gap="xs">
          <ActionButton operation="bookAppointment" size="xs" onClick={book}>
            {t("book")}
          </ActionButton>
          {canOffer && (
            <ActionButton
              operation="createWaitlistOffer"
              size="xs"
              variant="default"
              loading={offer.isSending}
              onClick={() => void offer.send(null)}
            >
              {t("waitlistOffer")}
            </ActionButton>
          )}
          <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
            {t("waitlistDismiss")}
          </Button>
        </Group>
      </Stack>
    </li>
  );
}
