import { calendarFeedsTexts } from "@daybook/i18n/calendarFeeds";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import list from "../../../ui/List.module.css";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { CalendarFeedForm } from "./CalendarFeedForm.tsx";
import { FeedLink } from "./FeedLink.tsx";
import { type CalendarFeed, calendarFeedsQuery } from "./queries.ts";

/** Lists, creates and revokes the calendar feeds of the business. A dialog shows the link of a new feed once. */
export default function CalendarFeedsPage() {
  const t = useText(calendarFeedsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(calendarFeedsQuery(business));
  const [url, setUrl] = useState<string>();
  const [revoking, setRevoking] = useState<CalendarFeed>();
  const close = () => change({ new: undefined });
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
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
      <LoadedList query={query} empty={t("empty")} hint={t("emptyHint")}>
        {(feed) => <Row key={feed.id} feed={feed} onRevoke={() => setRevoking(feed)} />}
      </LoadedList>
      <Dialog
        name="feedLink"
        title={t("linkTitle")}
        isOpen={url !== undefined}
        onClose={() => setUrl(undefined)}
        isClosable={false}
      >
        <FeedLink url={url ?? ""} onDone={() => setUrl(undefined)} />
      </Dialog>
      <ConfirmDialog
        name="revokeCalendarFeed"
        operation="revokeCalendarFeed"
        changes={["settings"]}
        record={revoking}
        title={t("revokeTitle", { name: revoking?.name ?? "" })}
        text={t("revokeHint")}
        action={t("revokeDo")}
        run={({ id }) =>
          api.delete("/businesses/{business}/calendar-feeds/{feed}", { path: { business, feed: id } })
        }
        onClose={() => setRevoking(undefined)}
      />
    </SettingsPage>
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
