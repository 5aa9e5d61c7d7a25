import { calendarTexts } from "@daybook/i18n/calendar";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useInstantText } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Calendar } from "./useCalendar.ts";
import { useClientName } from "./useClientName.ts";
import classes from "./WaitlistPanel.module.css";
import type { WaitlistEntry } from "./waitlistQueries.ts";

/** Shows a client on the waitlist with services, days and a pending offer, which the user can withdraw. */
export function WaitingClient({
  calendar,
  entry,
}: {
  readonly calendar: Calendar;
  readonly entry: WaitlistEntry;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const text = useInstantText(calendar.timeZone);
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const name = useClientName(entry.client_id);
  const { offer } = entry;
  const isOffered = entry.status === "offered" && offer !== null;
  const remove = useWrite({
    operation: "cancelWaitlistEntry",
    changes: ["waitlist"],
    run: (_: null) =>
      api.delete("/businesses/{business}/waitlist/{entry}", { path: { business, entry: entry.id } }),
  });
  const withdraw = useWrite({
    operation: "withdrawWaitlistOffer",
    changes: ["waitlist", "appointments"],
    run: (id: string) =>
      api.delete("/businesses/{business}/offers/{offer}", { path: { business, offer: id } }),
  });
  return (
    <li className={classes.item}>
      <Stack gap={4}>
        <Text fw={600}>{name}</Text>
        <Text size="sm">
          {entry.items
            .map(({ service_id }) => services.find(({ id }) => id === service_id)?.name)
            .filter(Boolean)
            .join(", ")}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {entry.windows.map(({ from, to }) => formats.dayRange(from, to)).join("; ")}
        </Text>
        {entry.note !== null && <Text size="sm">{entry.note}</Text>}
        {isOffered && (
          <Text size="sm" fw={550} className="numbers">
            {t("waitlistOffered", { time: text(offer.starts_at), until: text(offer.expires_at) })}
          </Text>
        )}
        <ProblemNote error={remove.error ?? withdraw.error} />
        <Group gap="xs">
          {isOffered && (
            <ActionButton
              operation="withdrawWaitlistOffer"
              size="xs"
              variant="default"
              loading={withdraw.isSending}
              onClick={() => void withdraw.send(offer.id)}
            >
              {t("waitlistWithdraw")}
            </ActionButton>
          )}
          <ActionButton
            operation="cancelWaitlistEntry"
            size="xs"
            variant="subtle"
            color="gray"
            loading={remove.isSending}
            aria-label={t("waitlistRemoveOf", { name })}
            onClick={() => void remove.send(null)}
          >
            {t("waitlistRemove")}
          </ActionButton>
        </Group>
      </Stack>
    </li>
  );
}
