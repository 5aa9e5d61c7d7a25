import { calendarFeedsTexts } from "@daybook/i18n/calendarFeeds";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Confirmation } from "../../../ui/Confirmation.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { CalendarFeedForm } from "./CalendarFeedForm.tsx";
import { FeedLink } from "./FeedLink.tsx";
import { type CalendarFeed, calendarFeedsQuery } from "./queries.ts";

/** Lists, creates and revokes the calendar feeds of the business. A dialog shows the link of a new feed once. */
export default function CalendarFeedsPage() {
  const t = useText(calendarFeedsTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: feeds = [], isPending, error, refetch } = useQuery(calendarFeedsQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const [url, setUrl] = useState<string>();
  const [revoking, setRevoking] = useState<CalendarFeed>();
  const revoke = useWrite({
    operation: "revokeCalendarFeed",
    changes: ["settings"],
    run: (feed: string) =>
      api.delete("/businesses/{business}/calendar-feeds/{feed}", { path: { business, feed } }),
  });
  const close = () => change({ new: undefined });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton operation="createCalendarFeed" onClick={() => change({ new: "1" })}>
          {t("create")}
        </ActionButton>
      }
      panel={
        search.new !== undefined && (
          <SidePanel title={t("create")} onClose={close}>
            <CalendarFeedForm
              onDone={(made) => {
                setUrl(made);
                close();
              }}
            />
          </SidePanel>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {!isPending && error === null && feeds.length === 0 && (
        <EmptyNote title={t("empty")} hint={t("emptyHint")} />
      )}
      {feeds.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {feeds.map((feed) => (
            <Row key={feed.id} feed={feed} onRevoke={() => setRevoking(feed)} />
          ))}
        </ul>
      )}
      <Dialog
        name="feedLink"
        title={t("linkTitle")}
        isOpen={url !== undefined}
        onClose={() => setUrl(undefined)}
        isClosable={false}
      >
        <FeedLink url={url ?? ""} onDone={() => setUrl(undefined)} />
      </Dialog>
      <Dialog
        name="revokeCalendarFeed"
        title={t("revokeTitle", { name: revoking?.name ?? "" })}
        size="sm"
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
      >
        {revoking !== undefined && (
          <Confirmation
            operation="revokeCalendarFeed"
            text={t("revokeHint")}
            action={t("revokeDo")}
            isSending={revoke.isSending}
            error={revoke.error}
            onClose={() => setRevoking(undefined)}
            onConfirm={() =>
              void revoke.send(revoking.id).then((done) => done !== undefined && setRevoking(undefined))
            }
          />
        )}
      </Dialog>
    </Page>
  );
}

function Row({ feed, onRevoke }: { readonly feed: CalendarFeed; readonly onRevoke: () => void }) {
  const t = useText(calendarFeedsTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { name, staff_id, location_id, created_at, last_read_at } = feed;
  const kind = staff_id !== null ? "kindStaff" : location_id !== null ? "kindLocation" : "kindRoom";
  return (
    <li className={`${list.row} ${list.wraps}`}>
      <div className={list.text}>
        <div className={list.name}>{name}</div>
        <div className={list.about}>
          <span>{t(kind)}</span>
          <span>{t("created", { when: text(created_at) })}</span>
          <span>{last_read_at === null ? t("neverRead") : t("lastRead", { when: text(last_read_at) })}</span>
        </div>
      </div>
      <ActionButton operation="revokeCalendarFeed" variant="subtle" color="red" onClick={onRevoke}>
        {t("revoke")}
      </ActionButton>
    </li>
  );
}
