interface Placed {
  readonly id: string;
  readonly position: number;
}

const STEP = 1000;

/** Returns the list with one item moved to another index. */
export function movedTo<T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  place: number,
): readonly T[] {
  const item = items.find((each) => each.id === id);
  if (item === undefined) return items;
  const others = items.filter((each) => each.id !== id);
  return [...others.slice(0, place), item, ...others.slice(place)];
}

/** Returns the items sorted by position. `moved` contains new positions by item id. */
export function placed<T extends Placed>(
  items: readonly T[],
  moved: ReadonlyMap<string, number>,
): readonly T[] {
  if (moved.size === 0) return items;
  return items
    .map((item) => ({ ...item, position: moved.get(item.id) ?? item.position }))
    .sort((one, other) => one.position - other.position);
}

/**
 * Returns the positions to save after `id` was moved. If there is a free position between the neighbours of `id`, returns only the new
 * position of `id`. Otherwise returns new, spaced positions for the whole list.
 */
export function positionsAfterMove(items: readonly Placed[], id: string): readonly Placed[] {
  const place = items.findIndex((item) => item.id === id);
  const before = items[place - 1]?.position ?? 0;
  const after = items[place + 1]?.position ?? before + 2 * STEP;
  const between = Math.floor((before + after) / 2);
  const isOrdered = items.every(
    (item, index) =>
      item.id === id ||
      index === 0 ||
      (items[index - 1]?.id === id ? before : (items[index - 1]?.position ?? 0)) < item.position,
  );
  if (isOrdered && between > before && between < after && between <= 1_000_000)
    return [{ id, position: between }];
  const step = Math.min(STEP, Math.floor(1_000_000 / items.length));
  return items
    .map((item, index) => ({ id: item.id, position: (index + 1) * step }))
    .filter(({ position }, index) => items[index]?.position !== position);
}
