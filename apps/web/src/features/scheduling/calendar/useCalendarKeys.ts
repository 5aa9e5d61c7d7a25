import { useEffect } from "react";
import { openPalette } from "../../../base/palette.ts";
import { type Calendar, stepped } from "./useCalendar.ts";

/**
 * Handles the calendar's shortcuts: N (new), T (today), D, R, W, M and L (views), J (next), K (previous), / (search) and ?
 * (list of shortcuts). Disabled while the user types.
 */
export function useCalendarKeys(calendar: Calendar, onNew: () => void, onHelp: () => void): void {
  const { change, view, views, date } = calendar;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const run = actions[event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    const actions: Readonly<Record<string, () => void>> = {
      n: onNew,
      t: () => change({ date: undefined }),
      d: () => change({ view: "day" }),
      ...(views.includes("rooms") ? { r: () => change({ view: "rooms" }) } : {}),
      w: () => change({ view: "week" }),
      m: () => change({ view: "month" }),
      l: () => change({ view: "list" }),
      j: () => change({ date: stepped(view, date, 1) }),
      k: () => change({ date: stepped(view, date, -1) }),
      "/": openPalette,
      "?": onHelp,
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** Whether a key event comes from a field, an open menu or a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest(
      "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]",
    ) !== null
  );
}
