import { useEffect, useState } from "react";
import type { Column } from "./columns.ts";

/** The number of cards after which the grid waits for the next frame. Drawing them takes less than the 100 ms of an answer. */
const CARDS_PER_FRAME = 60;

/** Whether a grid of this page has drawn its cards. */
let hasDrawn = false;

/**
 * Returns the columns whose cards the grid draws. After a change of the day or view, these are more with each frame, so that a key
 * is answered before all cards of a full day are drawn. The first grid of a page draws all columns at once, which takes less time in
 * total. Columns that are drawn already show their changes at once.
 */
export function useDrawnColumns(columns: readonly Column[]): readonly Column[] {
  const [keys, setKeys] = useState<ReadonlySet<string>>();
  const drawn = keys === undefined && !hasDrawn ? columns : columns.filter(({ key }) => keys?.has(key));
  useEffect(() => {
    if (columns.length === 0) return;
    hasDrawn = true;
    if (drawn.length === columns.length) {
      setKeys((known) => (known?.size === columns.length ? known : keysOf(columns)));
      return;
    }
    const frame = requestAnimationFrame(() => setKeys(keysOf([...drawn, ...nextOf(columns, drawn)])));
    return () => cancelAnimationFrame(frame);
  });
  return drawn;
}

function keysOf(columns: readonly Column[]): ReadonlySet<string> {
  return new Set(columns.map(({ key }) => key));
}

/** Returns the next columns to draw: at least one, and no more than a frame's cards. */
function nextOf(columns: readonly Column[], drawn: readonly Column[]): readonly Column[] {
  const rest = columns.filter((column) => !drawn.includes(column));
  let cards = 0;
  const end = rest.findIndex(({ entries }, index) => {
    cards += entries.length;
    return index > 0 && cards > CARDS_PER_FRAME;
  });
  return end === -1 ? rest : rest.slice(0, end);
}
