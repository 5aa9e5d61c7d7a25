import { type ChangeNotice, watchChanges } from "@daybook/sdk";
import { useEffect, useSyncExternalStore } from "react";
import { fetchWithRenewal, pageStartPosition } from "./api.ts";
import { isWriting, queryClient, refresh, type Table } from "./queries.ts";

/** The time in milliseconds for which the page collects change notices before it refetches all affected queries together. */
const GATHER_MS = 150;
/**
 * The maximum time in milliseconds for which change notices wait while this page is writing to the same tables. The limit exceeds the usual
 * response time, so that the calendar shows a new card only after its booking form has closed.
 */
const MAX_GATHER_MS = 10_000;
/** The time in milliseconds without a connected stream after which the page starts polling and shows the banner. */
const LOST_AFTER_MS = 4_000;
const POLL_MS = 10_000;

/** The queries to refetch for each table in a change notice. Notices about other tables have no effect. */
const SHOWN_IN: Readonly<Partial<Record<ChangeNotice["table"], readonly Table[]>>> = {
  appointments: ["appointments", "waitlist"],
  blocks: ["blocks", "waitlist"],
  waitlist: ["waitlist"],
  time_off: ["hours"],
  staff: ["staff", "hours"],
  staff_hours: ["hours", "waitlist"],
  businesses: ["business"],
  booking_pages: ["settings"],
  message_settings: ["settings"],
  tax_rates: ["services", "settings"],
  client_fields: ["business", "settings"],
  policies: ["settings"],
  locations: ["locations", "hours"],
  resources: ["locations"],
  service_categories: ["services"],
  services: ["services"],
  form_templates: ["forms", "settings"],
  promotions: ["settings"],
  prepaid_products: ["settings"],
  clients: ["clients", "appointments"],
  forms: ["forms", "appointments"],
  photos: ["photos"],
  client_notes: ["notes"],
  wallets: ["wallet"],
  products: ["settings"],
  sales: ["sales", "appointments"],
  payments: ["sales", "appointments"],
  day_closings: ["sales"],
  members: ["settings"],
  invitations: ["settings"],
  api_keys: ["settings"],
  payment_accounts: ["settings"],
  webhook_endpoints: ["settings"],
};

/** Whether the page receives changes by other users within seconds. */
let isLive = true;
const listeners = new Set<() => void>();

export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => isLive);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setLive(value: boolean): void {
  if (isLive === value) return;
  isLive = value;
  for (const listener of listeners) listener();
}

/**
 * Refetches the queries that other users' changes affect. A refetch replaces the data in place, so that a drag, the scroll position and
 * typed text are kept. A hidden page closes its stream, because a browser opens at most six HTTP/1.1 connections per server for all tabs
 * together. When the page is visible again, the stream resumes after the last notice.
 */
export function useLiveChanges(business: string): void {
  useEffect(() => {
    const touched = new Set<Table>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let losing: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;
    let end: (() => void) | undefined;
    let lastId = pageStartPosition();

    const readAll = () => void queryClient.invalidateQueries({ queryKey: [business] });
    const stopPolling = () => {
      clearTimeout(losing);
      clearInterval(polling);
      losing = undefined;
      setLive(true);
    };
    const startPolling = () => {
      setLive(false);
      readAll();
      polling = setInterval(readAll, POLL_MS);
    };
    const gathered = (since: number) => {
      // The change notice of a booking may arrive before the response to the booking request. If the page refetched
      // immediately, the calendar would show the new card while the form is still open, and a shortcut key such as N would then
      // be typed into the form.
      const mayWait = performance.now() - since < MAX_GATHER_MS;
      const tables = [...touched].filter((table) => !mayWait || !isWriting(table));
      for (const table of tables) touched.delete(table);
      gathering = touched.size === 0 ? undefined : setTimeout(gathered, GATHER_MS, since);
      void refresh(business, tables);
    };
    const onChange = ({ table }: ChangeNotice, id: string) => {
      lastId = id;
      for (const shown of SHOWN_IN[table] ?? []) touched.add(shown);
      gathering ??= setTimeout(gathered, GATHER_MS, performance.now());
    };
    const onConnection = (isConnected: boolean) => {
      if (isConnected) stopPolling();
      else losing ??= setTimeout(startPolling, LOST_AFTER_MS);
    };
    const open = () => {
      const { origin: address } = window.location;
      const after = lastId === undefined ? {} : { after: lastId };
      end = watchChanges({
        ...{ address, business, fetch: fetchWithRenewal, ...after },
        ...{ onChange, onReset: readAll, onConnection },
      });
    };
    const close = () => {
      end?.();
      end = undefined;
      stopPolling();
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") close();
      else if (end === undefined) open();
    };
    // Reconnects immediately instead of waiting for the next attempt.
    const onOnline = () => {
      close();
      onVisibility();
    };
    onVisibility();
    window.addEventListener("online", onOnline);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("online", onOnline);
      document.removeEventListener("visibilitychange", onVisibility);
      close();
      clearTimeout(gathering);
    };
  }, [business]);
}
