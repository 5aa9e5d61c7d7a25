import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { movedTo } from "./order.ts";

interface Item {
  readonly id: string;
}

interface Dragged<T> {
  readonly id: string;
  readonly order: readonly T[];
}

/**
 * Makes the rows of a list sortable with arrow keys, or by dragging their handles with mouse or finger. `onMove` receives the
 * new order when the user releases the handle or presses an arrow key.
 */
export function useReorder<T extends Item>(
  items: readonly T[],
  onMove: (order: readonly T[], id: string) => void,
) {
  const [dragged, setDragged] = useState<Dragged<T>>();
  // The order after the last pointer move, in a ref, because the user may release the pointer before React has rendered this order.
  const latest = useRef<Dragged<T>>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const shown = dragged?.order ?? items;

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const place = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return y < (top + bottom) / 2;
    });
    return place === -1 ? rows.length : place;
  };

  const drag = (next: Dragged<T> | undefined) => {
    latest.current = next;
    setDragged(next);
  };

  const handleProps = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag({ id, order: items });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (latest.current?.id !== id) return;
      // `placeAt` measures the rendered rows, so the returned index refers to the rendered order, `shown`.
      const from = shown.findIndex((item) => item.id === id);
      const at = placeAt(event.clientY);
      const place = at > from ? at - 1 : at;
      drag({ id, order: place === from ? shown : movedTo(shown, id, place) });
    },
    onPointerUp: () => {
      const dropped = latest.current;
      if (dropped?.id !== id) return;
      drag(undefined);
      if (dropped.order.some((item, index) => item.id !== items[index]?.id)) onMove(dropped.order, id);
    },
    onPointerCancel: () => drag(undefined),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === "Escape" && dragged !== undefined) {
        event.preventDefault();
        return drag(undefined);
      }
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      const place = items.findIndex((item) => item.id === id) + by;
      if (by === 0 || place < 0 || place >= items.length) return;
      event.preventDefault();
      onMove(movedTo(items, id, place), id);
    },
  });
  return { shown, list, handleProps, draggedId: dragged?.id };
}
