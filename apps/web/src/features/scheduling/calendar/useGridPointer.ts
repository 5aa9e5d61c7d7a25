import { type RefObject, useEffect, useRef } from "react";
import { type BlockChange, type Change, itemOf } from "./changes.ts";
import type { Column } from "./columns.ts";
import type { PlacedEntry } from "./entries.ts";
import { instantAt } from "./times.ts";

/** A time range in a column, with its position in the grid's body in pixels. */
export interface Slot {
  readonly column: Column;
  readonly startsMinutes: number;
  readonly endsMinutes: number;
  readonly left: number;
  readonly width: number;
}

/** The position where a drop would place the dragged card. */
export interface Ghost extends Slot {
  readonly entry: PlacedEntry;
}

interface Actions {
  readonly isDisabled: boolean;
  readonly onGhost: (ghost: Ghost | undefined) => void;
  readonly onDrop: (change: Change | BlockChange) => void;
  readonly onSlot: (slot: Slot) => void;
  readonly onOpen: (id: string) => void;
}

export const SNAP_MINUTES = 5;
const SLOT_MINUTES = 15;
const MIN_DRAG_PX = 4;
/** The duration of a touch in milliseconds after which moving the finger drags instead of scrolling. */
const HOLD_MS = 350;
const SCROLL_EDGE_PX = 48;

/** Handles clicks and drags in the grid with listeners on the grid instead of on each card. A drag renders only the ghost. */
export function useGridPointer(
  grid: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  actions: Actions,
): void {
  const latest = useRef({ columns, actions });
  latest.current = { columns, actions };
  // Attaches the listeners only if there are columns, because the calendar does not render the grid without columns.
  const isShown = columns.length > 0;
  useEffect(() => {
    const element = isShown ? grid.current : null;
    return element === null ? undefined : listen(element, () => latest.current);
  }, [grid, isShown]);
}

function listen(
  grid: HTMLElement,
  latest: () => { readonly columns: readonly Column[]; readonly actions: Actions },
): () => void {
  let isClickSpent = false;
  let end: (() => void) | undefined;

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || end !== undefined) return;
    const target = event.target as HTMLElement;
    const { columns, actions } = latest();
    const origin = slotAt(grid, columns, event.clientX, event.clientY);
    if (origin === undefined || target.closest("[data-head]") !== null) return;
    isClickSpent = false;
    const found = entryOf(columns, target);
    const isResize = target.closest("[data-resize]") !== null;
    const canDrag = found !== undefined && !actions.isDisabled && isMovable(found.entry);
    if (found !== undefined && !canDrag) return;
    if (found === undefined && event.pointerType === "touch") return;
    let isDragging = false;
    let isCancelled = false;
    let ghost: Ghost | undefined;
    let [x, y] = [event.clientX, event.clientY];
    const hold =
      event.pointerType === "touch"
        ? setTimeout(() => {
            isDragging = true;
            navigator.vibrate?.(10);
            update();
          }, HOLD_MS)
        : undefined;

    const update = () => {
      const at = slotAt(grid, latest().columns, x, y);
      if (at === undefined) return;
      const next = ghostAt(origin, at, found?.entry, isResize);
      if (ghost !== undefined && isSamePlace(ghost, next)) return;
      ghost = next;
      grid.dataset.dragging = "";
      latest().actions.onGhost(ghost);
    };
    const scroller = setInterval(() => {
      if (!isDragging) return;
      const { top, bottom } = grid.getBoundingClientRect();
      const by = y > bottom - SCROLL_EDGE_PX ? 12 : y < top + SCROLL_EDGE_PX * 2 ? -12 : 0;
      if (by === 0) return;
      grid.scrollTop += by;
      update();
    }, 30);
    const move = (moved: PointerEvent) => {
      const distance = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY);
      [x, y] = [moved.clientX, moved.clientY];
      if (!isDragging && distance < MIN_DRAG_PX * (hold === undefined ? 1 : 2)) return;
      if (!isDragging && hold !== undefined) return finish();
      isDragging = true;
      if (!isCancelled) update();
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || !isDragging) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      isCancelled = true;
      isClickSpent = true;
      finish();
    };
    const up = () => {
      const dropped = isDragging && !isCancelled ? ghost : undefined;
      isClickSpent = isDragging;
      finish();
      if (dropped === undefined) return;
      if (found === undefined) latest().actions.onSlot(dropped);
      else latest().actions.onDrop(changeOf(dropped, isResize));
    };
    // Prevents the context menu that Android opens on a long press, because the menu would end the drag.
    const noMenu = (menu: Event) => menu.preventDefault();
    const stopScroll = (touch: TouchEvent) => isDragging && touch.preventDefault();
    const finish = () => {
      clearTimeout(hold);
      clearInterval(scroller);
      delete grid.dataset.dragging;
      latest().actions.onGhost(undefined);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", finish);
      window.removeEventListener("keydown", key, true);
      grid.removeEventListener("touchmove", stopScroll);
      grid.removeEventListener("contextmenu", noMenu);
      end = undefined;
    };
    end = finish;
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", finish);
    window.addEventListener("keydown", key, true);
    // Adds these listeners only for touches, because Chromium repaints the whole grid whenever a listener that may prevent
    // scrolling is added or removed.
    if (hold === undefined) return;
    grid.addEventListener("touchmove", stopScroll, { passive: false });
    grid.addEventListener("contextmenu", noMenu);
  };

  const click = (event: MouseEvent) => {
    if (isClickSpent) {
      isClickSpent = false;
      return;
    }
    const { columns, actions } = latest();
    const target = event.target as HTMLElement;
    const found = entryOf(columns, target);
    if (found !== undefined) {
      const { source } = found.entry;
      return actions.onOpen(source.kind === "block" ? source.block.id : source.appointment.id);
    }
    if (target.closest("[data-column]") === null) return;
    const at = slotAt(grid, columns, event.clientX, event.clientY);
    if (at === undefined) return;
    const startsMinutes = Math.floor(at.startsMinutes / SLOT_MINUTES) * SLOT_MINUTES;
    actions.onSlot({ ...at, startsMinutes, endsMinutes: startsMinutes + 2 * SLOT_MINUTES });
  };

  grid.addEventListener("pointerdown", down);
  grid.addEventListener("click", click);
  return () => {
    end?.();
    grid.removeEventListener("pointerdown", down);
    grid.removeEventListener("click", click);
  };
}

/** Whether a card can be moved: true for a block, and for an appointment that is requested, booked or arrived. */
export function isMovable({ source }: PlacedEntry): boolean {
  return source.kind === "block" || ["requested", "booked", "arrived"].includes(source.appointment.status);
}

function entryOf(
  columns: readonly Column[],
  target: HTMLElement,
): { entry: PlacedEntry; column: Column } | undefined {
  const key = target.closest<HTMLElement>("[data-entry]")?.dataset.entry;
  const columnKey = target.closest<HTMLElement>("[data-column]")?.dataset.column;
  const column = columns.find((each) => each.key === columnKey);
  const entry = column?.entries.find((each) => each.key === key);
  return column === undefined || entry === undefined ? undefined : { entry, column };
}

/** Returns the column and minute at a point of the window. Outside the columns, returns the nearest column and minute. */
function slotAt(grid: HTMLElement, columns: readonly Column[], x: number, y: number): Slot | undefined {
  const body = grid.querySelector<HTMLElement>("[data-body]");
  if (body === null) return undefined;
  const elements = [...body.querySelectorAll<HTMLElement>("[data-column]")];
  const { left: bodyLeft, top, height } = body.getBoundingClientRect();
  const element =
    elements.find((each) => {
      const { left, right } = each.getBoundingClientRect();
      return x >= left && x < right;
    }) ?? (x < bodyLeft + 80 ? elements[0] : elements.at(-1));
  const column = columns.find((each) => each.key === element?.dataset.column);
  if (element === undefined || column === undefined) return undefined;
  const minute = Math.max(0, Math.min(column.day.minutes, ((y - top) / height) * column.day.minutes));
  return {
    column,
    startsMinutes: minute,
    endsMinutes: minute,
    left: element.offsetLeft,
    width: element.offsetWidth,
  };
}

function ghostAt(origin: Slot, at: Slot, entry: PlacedEntry | undefined, isResize: boolean): Ghost {
  const snap = (minutes: number) => Math.round(minutes / SNAP_MINUTES) * SNAP_MINUTES;
  if (entry === undefined) {
    const [from, to] = [origin.startsMinutes, at.startsMinutes].sort((one, other) => one - other) as [
      number,
      number,
    ];
    const startsMinutes = Math.floor(from / SLOT_MINUTES) * SLOT_MINUTES;
    const endsMinutes = Math.max(startsMinutes + SLOT_MINUTES, snap(to));
    return { ...origin, startsMinutes, endsMinutes, entry: EMPTY };
  }
  const by = at.startsMinutes - origin.startsMinutes;
  if (isResize) {
    const endsMinutes = Math.max(entry.startsMinutes + SNAP_MINUTES, snap(entry.endsMinutes + by));
    return { ...origin, startsMinutes: entry.startsMinutes, endsMinutes, entry };
  }
  const startsMinutes = Math.max(0, snap(entry.startsMinutes + by));
  return {
    // In the room view, a drag changes only the time of an appointment, because the server assigns its rooms.
    ...(origin.column.room === undefined || entry.source.kind === "block" ? at : origin),
    startsMinutes,
    endsMinutes: startsMinutes + entry.endsMinutes - entry.startsMinutes,
    entry,
  };
}

function isSamePlace(one: Ghost, other: Ghost): boolean {
  return (
    one.column.key === other.column.key &&
    one.startsMinutes === other.startsMinutes &&
    one.endsMinutes === other.endsMinutes
  );
}

/** The placeholder entry of a ghost that the user draws in an empty area. */
const EMPTY = { key: "", lane: 0, lanes: 1 } as PlacedEntry;

/** Returns the change that results from dropping the ghost. */
export function changeOf(ghost: Ghost, isResize: boolean): Change | BlockChange {
  const { source } = ghost.entry;
  const { day, staff, room } = ghost.column;
  if (source.kind === "block")
    return {
      kind: "block",
      block: source.block,
      startsAt: instantAt(day, ghost.startsMinutes),
      endsAt: instantAt(day, ghost.endsMinutes),
      subject: staff === undefined ? { resource_id: room?.id ?? "" } : { staff_id: staff.id },
    };
  const { appointment, itemId } = source;
  if (isResize)
    return { kind: "resize", appointment, itemId, minutes: ghost.endsMinutes - ghost.startsMinutes };
  const startsAt = instantAt(day, ghost.startsMinutes);
  const staffId = staff?.id ?? itemOf(appointment, itemId).staff_id;
  return { kind: "move", appointment, itemId, startsAt, staffId };
}
