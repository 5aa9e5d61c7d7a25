import { useEffect, useState } from "react";
import type { Column } from "./columns.ts";

/**
 * The maximum number of cards that the grid draws in one frame. If the next column has more cards, the frame draws that column only.
 * Drawing this many cards takes less than 100 ms, the time within which the grid must respond to an input.
 */
const CARDS_PER_FRAME = 60;

/** Whether a grid has drawn its cards since the page was loaded. */
let hasDrawn = false;

/**
 * Returns the columns whose cards the grid draws. After the user changes the day or view, each frame adds columns, so that the grid
 * responds to a key before it has drawn all cards of a full day. The first grid after the page is loaded draws all columns in one frame,
 * which takes less time in total. Changes to the cards of a drawn column are shown immediately.
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

/** Returns the next columns to draw: at least one column, and further columns up to `CARDS_PER_FRAME` cards in total. */
function nextOf(columns: readonly Column[], drawn: readonly Column[]): readonly Column[] {
  const rest = columns.filter((column) => !drawn.includes(column));
  let cards = 0;
  const end = rest.findIndex(({ entries }, index) => {
    cards += entries.length;
    return index > 0 && cards > CARDS_PER_FRAME;
  });
  return end === -1 ? rest : rest.slice(0, end);
}
