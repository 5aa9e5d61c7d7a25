import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import list from "../../../ui/List.module.css";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import type { Calendar } from "./useCalendar.ts";
import type { useWaitlist } from "./useWaitlist.ts";
import { WaitingClient } from "./WaitingClient.tsx";
import { WaitlistForm } from "./WaitlistForm.tsx";
import { WaitlistMatchItem } from "./WaitlistMatchItem.tsx";
import { waitingQuery } from "./waitlistQueries.ts";

/** Shows the location's waitlist: matching free times on the shown dates, and all waiting clients. */
export default function WaitlistPanel({
  calendar,
  waitlist: { matches, dismiss },
}: {
  readonly calendar: Calendar;
  readonly waitlist: ReturnType<typeof useWaitlist>;
}) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const [isAdding, setAdding] = useState(false);
  const location = calendar.location?.id ?? "";
  const { data: waiting, error, refetch } = useQuery(waitingQuery(business, location));
  const entryOf = new Map(waiting?.map((entry) => [entry.id, entry]));
  return (
    <SidePanel title={t("waitlist")} onClose={() => calendar.change({ waitlist: undefined })}>
      <Stack>
        <ProblemNote error={error} onRetry={() => void refetch()} />
        <h3>{t("waitlistFits")}</h3>
        {matches.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("waitlistNone")}
          </Text>
        ) : (
          <ul className={`surface ${list.list}`}>
            {matches.map((match) => (
              <WaitlistMatchItem
                key={`${match.entry_id} ${match.starts_at}`}
                calendar={calendar}
                match={match}
                canOffer={entryOf.get(match.entry_id)?.status === "waiting"}
                onDismiss={() => dismiss(match)}
              />
            ))}
          </ul>
        )}
        <h3>{t("waitlistAll")}</h3>
        {waiting?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("waitlistEmpty")}
          </Text>
        )}
        {waiting !== undefined && waiting.length > 0 && (
          <ul className={`surface ${list.list}`}>
            {waiting.map((entry) => (
              <WaitingClient key={entry.id} calendar={calendar} entry={entry} />
            ))}
          </ul>
        )}
        {isAdding ? (
          <WaitlistForm calendar={calendar} onDone={() => setAdding(false)} />
        ) : (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t("waitlistAdd")}
          </Button>
        )}
      </Stack>
    </SidePanel>
  );
}
