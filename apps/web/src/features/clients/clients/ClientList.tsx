import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { usePhoneText } from "../../../base/usePhoneText.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import classes from "./ClientsPage.module.css";
import { useShortDate } from "./localDates.ts";
import { nameOf } from "./queries.ts";

const ROW_HEIGHT = 52;
/** The number of rows before the end of the loaded list at which the list requests the next page. */
const ROWS_AHEAD = 40;
const SKELETONS = ["1", "2", "3", "4", "5", "6"];

/** Renders only the visible rows, so that lists of any length scroll smoothly. Arrow keys move between rows. */
export function ClientList({
  clients,
  isLoading,
  hasMore,
  listRef,
  onEnd,
}: {
  readonly clients: readonly Client[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly listRef: RefObject<HTMLUListElement | null>;
  readonly onEnd: () => void;
}) {
  const t = useText(clientsTexts);
  const scroll = useRef<HTMLDivElement>(null);
  const showsSkeleton = useDelayed(isLoading, 300);
  const rows = useVirtualizer({
    count: clients.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: 36,
    overscan: 12,
  });
  const phoneText = usePhoneText();
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= clients.length - ROWS_AHEAD) onEnd();
  }, [hasMore, last, clients.length, onEnd]);
  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const at = Number((document.activeElement as HTMLElement | null)?.dataset.row ?? -1) + step;
    if (at < 0 || at >= clients.length) return;
    event.preventDefault();
    rows.scrollToIndex(at);
    listRef.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus();
  };
  return (
    <div className={classes.scroll} ref={scroll}>
      <div className={classes.head} aria-hidden="true">
        <span>{t("name")}</span>
        <span>{t("phone")}</span>
        <span className={classes.wide}>{t("email")}</span>
        <span className={classes.wide}>{t("lastVisit")}</span>
        <span className={classes.next}>{t("nextVisit")}</span>
        <span className={`${classes.wide} ${classes.right}`}>{t("visits")}</span>
      </div>
      {showsSkeleton && SKELETONS.map((key) => <Skeleton key={key} h={28} m={12} w="auto" />)}
      <ul
        ref={listRef}
        className={`${classes.list} numbers`}
        style={{ height: clients.length * ROW_HEIGHT }}
        aria-label={t("title")}
        aria-busy={isLoading}
        onKeyDown={walk}
      >
        {items.map(({ index, start }) => {
          const client = clients[index];
          return client === undefined ? null : (
            <li key={client.id} className={classes.item} style={{ transform: `translateY(${start - 36}px)` }}>
              <Row client={client} index={index} phoneText={phoneText} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row({
  client,
  index,
  phoneText,
}: {
  readonly client: Client;
  readonly index: number;
  readonly phoneText: (number: string) => string;
}) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const shortDate = useShortDate();
  const { phone_e164, email, last_visit_at, next_visit_at, alert, contacts_masked: isMasked } = client;
  return (
    <Link
      to={`/${business}/clients/${client.id}` as never}
      search={{} as never}
      className={classes.row}
      data-row={index}
    >
      <span className={classes.who}>
        <b>{nameOf(client)}</b>
        {alert !== null && (
          <span className={classes.alert}>
            <Icon name="alert" size={14} />
            <span>{alert}</span>
          </span>
        )}
      </span>
      <span className={isMasked === true ? classes.soft : undefined}>
        {isMasked === true ? t("masked") : phone_e164 === null ? "" : phoneText(phone_e164)}
      </span>
      <span className={classes.wide}>{email}</span>
      <span className={`${classes.wide} ${classes.soft}`}>
        {last_visit_at === null ? "" : shortDate(last_visit_at)}
      </span>
      <span className={classes.next}>{next_visit_at === null ? "" : shortDate(next_visit_at)}</span>
      <span className={`${classes.wide} ${classes.right}`}>{client.visit_count}</span>
    </Link>
  );
}
