import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import type { Calendar } from "./useCalendar.ts";
import { useClientName } from "./useClientName.ts";
import { type WaitlistEntry, waitingQuery } from "./waitlistQueries.ts";

/**
 * Lists the clients on the location's waitlist. Choosing a client fills in the client and services. Hidden if the waitlist is
 * empty.
 */
export function WaitingChoice({
  calendar,
  onChoose,
}: {
  readonly calendar: Calendar;
  readonly onChoose: (entry: WaitlistEntry) => void;
}) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const [isOpen, setOpen] = useState(false);
  const { data: waiting = [] } = useQuery(waitingQuery(business, calendar.location?.id ?? ""));
  if (waiting.length === 0) return null;
  return (
    <Stack gap="xs">
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("waitlistPick", { count: waiting.length })}
      </Button>
      {isOpen &&
        waiting.map((entry) => (
          <WaitingButton key={entry.id} entry={entry} onChoose={() => onChoose(entry)} />
        ))}
    </Stack>
  );
}

function WaitingButton({
  entry,
  onChoose,
}: {
  readonly entry: WaitlistEntry;
  readonly onChoose: () => void;
}) {
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const name = useClientName(entry.client_id);
  const names = entry.items.map(({ service_id }) => services.find(({ id }) => id === service_id)?.name);
  return (
    <Button variant="subtle" color="gray" justify="flex-start" onClick={onChoose}>
      {[name, names.filter(Boolean).join(", ")].filter(Boolean).join(" · ")}
    </Button>
  );
}
