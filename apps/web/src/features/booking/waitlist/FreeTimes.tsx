import { waitlistTexts } from "@daybook/i18n/waitlist";
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { localTimeOf } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import list from "../../../ui/List.module.css";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type Entry, type EntryMatch, entryMatchesQuery } from "./queries.ts";
import { useEntryText } from "./useEntryText.ts";
import classes from "./Waitlist.module.css";

const FIRST_SHOWN = 5;

/** Lists the free times of the next two weeks that match an entry, each with buttons to offer or book the time. */
export function FreeTimes({
  entry,
  location,
}: {
  readonly entry: Entry;
  readonly location: { readonly id: string; readonly time_zone: string };
}) {
  const t = useText(waitlistTexts);
  const formats = useFormats();
  const text = useEntryText();
  const navigate = useNavigate();
  const { id: business } = useBusiness();
  const [showsAll, setShowsAll] = useState(false);
  const { data: matches, error, refetch } = useQuery(entryMatchesQuery(business, entry.id));
  const [sending, setSending] = useState("");
  const offer = useWrite({
    operation: "createWaitlistOffer",
    changes: ["waitlist", "appointments"],
    run: ({ starts_at, items }: EntryMatch, { idempotencyKey }) =>
      api.post("/businesses/{business}/waitlist/{entry}/offers", {
        path: { business, entry: entry.id },
        body: { starts_at, items },
        idempotencyKey,
      }),
  });
  const book = ({ starts_at, items }: EntryMatch) => {
    const search = {
      location: location.id,
      date: localTimeOf(location.time_zone, starts_at).date,
      view: "day",
      new: `${new Date(Date.parse(starts_at)).toISOString()}~${items[0]?.staff_id ?? ""}`,
      client: entry.client_id,
      waiting: entry.id,
      with: items.map(({ staff_id }) => staff_id).join(","),
    };
    void navigate({ to: `/${business}/calendar` as never, search: search as never });
  };
  const shown = showsAll ? matches : matches?.slice(0, FIRST_SHOWN);
  return (
    <section className={classes.freeTimes} aria-label={t("freeTimes")}>
      <h3>{t("freeTimes")}</h3>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      <ProblemNote error={offer.error} />
      {matches === undefined && error === null && <Skeleton height={120} />}
      {matches?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("noFreeTimes")}
        </Text>
      )}
      {shown !== undefined && shown.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {shown.map((match) => {
            const { date, minutes } = localTimeOf(location.time_zone, match.starts_at);
            const when = `${formats.day(date)}, ${formats.time(minutes)}`;
            return (
              <li key={match.starts_at} className={classes.free}>
                <span className={classes.freeText}>
                  <b className="numbers">{when}</b>
                  <span className={classes.soft}>
                    {[...new Set(match.items.map(({ staff_id }) => text.staffName(staff_id)))].join(", ")}
                  </span>
                </span>
                <Group gap={4} wrap="nowrap">
                  <ActionButton
                    operation="bookAppointment"
                    size="xs"
                    variant="subtle"
                    aria-label={`${t("bookDo")}: ${when}`}
                    onClick={() => book(match)}
                  >
                    {t("bookDo")}
                  </ActionButton>
                  <ActionButton
                    operation="createWaitlistOffer"
                    size="xs"
                    variant="light"
                    aria-label={`${t("offerDo")}: ${when}`}
                    loading={offer.isSending && sending === match.starts_at}
                    onClick={() => {
                      setSending(match.starts_at);
                      void offer.send(match);
                    }}
                  >
                    {t("offerDo")}
                  </ActionButton>
                </Group>
              </li>
            );
          })}
        </ul>
      )}
      {!showsAll && (matches?.length ?? 0) > FIRST_SHOWN && (
        <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
          {t("more")}
        </Button>
      )}
    </section>
  );
}
