import type { Entry } from "./queries.ts";

/** A service in the form. `staffId` is empty for any staff member. */
export interface ItemDraft {
  readonly key: string;
  readonly serviceId: string;
  readonly staffId: string;
}

/** The days and times in the form. An empty start or end does not limit the time of day. */
export interface WindowDraft {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly number[];
  readonly starts: string;
  readonly ends: string;
}

export interface EntryDraft {
  readonly clientId: string;
  readonly items: readonly ItemDraft[];
  readonly windows: readonly WindowDraft[];
  readonly noticeMinutes: number;
  readonly priority: number;
  readonly autoBook: boolean;
  readonly note: string;
}

export const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const DEFAULT_DAYS = 14;
const DEFAULT_NOTICE_MINUTES = 120;
const DAY_MS = 86_400_000;

export function newWindow(today: string): WindowDraft {
  const to = new Date(Date.parse(`${today}T00:00:00Z`) + DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { key: crypto.randomUUID(), from: today, to, weekdays: EVERY_DAY, starts: "", ends: "" };
}

export function newItem(staffId: string): ItemDraft {
  return { key: crypto.randomUUID(), serviceId: "", staffId };
}

/**
 * Returns the draft of a new entry. `staffId` is the user's own staff member if the user may only add entries for that staff member;
 * otherwise it is empty.
 */
export function emptyDraft(today: string, staffId: string): EntryDraft {
  return {
    clientId: "",
    items: [newItem(staffId)],
    windows: [newWindow(today)],
    noticeMinutes: DEFAULT_NOTICE_MINUTES,
    priority: 0,
    autoBook: false,
    note: "",
  };
}

export function draftOf(entry: Entry): EntryDraft {
  return {
    clientId: entry.client_id,
    items: entry.items.map(({ service_id, staff_id }, index) => ({
      key: String(index),
      serviceId: service_id,
      staffId: staff_id ?? "",
    })),
    windows: entry.windows.map(({ from, to, weekdays, starts, ends }, index) => ({
      key: String(index),
      from,
      to,
      weekdays,
      starts: starts === "00:00" ? "" : starts,
      ends: ends === "24:00" ? "" : ends,
    })),
    noticeMinutes: entry.min_notice_minutes,
    priority: entry.priority,
    autoBook: entry.auto_book,
    note: entry.note ?? "",
  };
}

/** Converts a draft to the request body's fields. An empty set of weekdays means every day. */
export function wishesOf(draft: EntryDraft) {
  return {
    items: draft.items.map(({ serviceId, staffId }) => ({
      service_id: serviceId,
      staff_id: staffId === "" ? null : staffId,
    })),
    windows: draft.windows.map(({ from, to, weekdays, starts, ends }) => ({
      from,
      to,
      weekdays: [...(weekdays.length === 0 ? EVERY_DAY : weekdays)].sort((one, other) => one - other),
      starts: starts === "" ? "00:00" : starts,
      ends: ends === "" || ends === "00:00" ? "24:00" : ends,
    })),
    min_notice_minutes: draft.noticeMinutes,
    priority: draft.priority,
    auto_book: draft.autoBook,
    note: draft.note.trim() === "" ? null : draft.note.trim(),
  };
}
