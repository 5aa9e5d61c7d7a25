import { calendarTexts } from "@daybook/i18n/calendar";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import type { BlockChange, Change } from "./changes.ts";
import type { Column } from "./columns.ts";
import type { PlacedEntry } from "./entries.ts";
import { wallMinutes } from "./times.ts";
import { changeOf, type Ghost, isMovable, SNAP_MINUTES } from "./useGridPointer.ts";

/**
 * Handles the keys of a focused card. Arrow keys focus the next card, Alt with an arrow key moves the card, and Alt and Shift
 * with the up or down arrow key resize the card. Enter confirms a change or opens the card, and Escape cancels the change.
 * Returns the announcement for screen readers.
 */
export function useGridKeys(
  grid: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  actions: {
    readonly isDisabled: boolean;
    readonly ghost: Ghost | undefined;
    readonly onGhost: (ghost: Ghost | undefined) => void;
    readonly onDrop: (change: Change | BlockChange) => void;
    readonly onOpen: (id: string) => void;
  },
): string {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const [announcement, setAnnouncement] = useState("");
  const isResize = useRef(false);
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      const key = (event.target as HTMLElement).closest<HTMLElement>("[data-entry]")?.dataset.entry;
      const at = columns.findIndex(({ entries }) => entries.some((entry) => entry.key === key));
      const column = columns[at];
      const entry = column?.entries.find((each) => each.key === key);
      if (column === undefined || entry === undefined) return;
      const { ghost } = actions;
      if (ghost !== undefined && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        event.stopPropagation();
        return actions.onDrop(changeOf(ghost, isResize.current));
      }
      if (ghost !== undefined && event.key === "Escape") {
        event.stopPropagation();
        setAnnouncement(t("moveCancelled"));
        return actions.onGhost(undefined);
      }
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      if (!event.altKey) return walk(element, columns, at, entry, step);
      if (actions.isDisabled || !isMovable(entry)) return;
      isResize.current = event.shiftKey;
      const next = shifted(element, columns, ghost ?? ghostOf(element, column, entry), step, event.shiftKey);
      actions.onGhost(next);
      const { day, name } = next.column;
      setAnnouncement(
        t("announceMove", {
          starts: formats.time(wallMinutes(day, next.startsMinutes)),
          ends: formats.time(wallMinutes(day, next.endsMinutes)),
          name,
        }),
      );
    };
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  });
  return announcement;
}

interface Step {
  readonly minutes: number;
  readonly columns: number;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: { minutes: -SNAP_MINUTES, columns: 0 },
  ArrowDown: { minutes: SNAP_MINUTES, columns: 0 },
  ArrowLeft: { minutes: 0, columns: -1 },
  ArrowRight: { minutes: 0, columns: 1 },
};

/** Focuses the next card of the column, or the card that is nearest in time in the next column with cards. */
function walk(
  grid: HTMLElement,
  columns: readonly Column[],
  at: number,
  entry: PlacedEntry,
  step: Step,
): void {
  let next: PlacedEntry | undefined;
  if (step.columns === 0) {
    const entries = columns[at]?.entries ?? [];
    next = entries[entries.indexOf(entry) + Math.sign(step.minutes)];
  } else {
    for (
      let index = at + step.columns;
      next === undefined && columns[index] !== undefined;
      index += step.columns
    ) {
      const distance = (each: PlacedEntry) => Math.abs(each.startsMinutes - entry.startsMinutes);
      next = [...(columns[index]?.entries ?? [])].sort((one, other) => distance(one) - distance(other))[0];
    }
  }
  if (next !== undefined) cardOf(grid, next.key)?.focus();
}

function cardOf(grid: HTMLElement, key: string): HTMLElement | null {
  return grid.querySelector(`[data-entry="${key}"]`);
}

function ghostOf(grid: HTMLElement, column: Column, entry: PlacedEntry): Ghost {
  return {
    ...placeOf(grid, column),
    startsMinutes: entry.startsMinutes,
    endsMinutes: entry.endsMinutes,
    entry,
  };
}

function placeOf(grid: HTMLElement, column: Column) {
  const element = grid.querySelector<HTMLElement>(`[data-column="${column.key}"]`);
  return { column, left: element?.offsetLeft ?? 0, width: element?.offsetWidth ?? 0 };
}

function shifted(
  grid: HTMLElement,
  columns: readonly Column[],
  ghost: Ghost,
  step: Step,
  isResize: boolean,
): Ghost {
  if (isResize)
    return {
      ...ghost,
      endsMinutes: Math.max(ghost.startsMinutes + SNAP_MINUTES, ghost.endsMinutes + step.minutes),
    };
  const neighbour = columns[columns.findIndex(({ key }) => key === ghost.column.key) + step.columns];
  // In the room view, the keys change only the time of an appointment, because the server assigns its rooms.
  const staysInColumn = ghost.column.room !== undefined && ghost.entry.source.kind === "item";
  const column = staysInColumn ? ghost.column : (neighbour ?? ghost.column);
  return {
    ...ghost,
    ...placeOf(grid, column),
    startsMinutes: ghost.startsMinutes + step.minutes,
    endsMinutes: ghost.endsMinutes + step.minutes,
  };
}
