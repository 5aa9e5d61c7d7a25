import { type Box, boxesIn, numbersIn, only } from "./boxes.ts";
import { DAMAGED, NotAnImage, partCounter } from "./source.ts";

/** What a HEIC describes: pictures, and what is said of them (ISO/IEC 14496-12, §8.11). */
export interface Item {
  readonly id: number;
  readonly type: string;
  /** Where its type stands; names stand behind it. */
  readonly typeAt: number;
  readonly box: Box;
}

export function itemsIn(meta: Buffer, iinf: Box): Item[] {
  const numbers = numbersIn(meta, iinf.from, iinf.end);
  const isLong = numbers.next(1) > 0;
  numbers.next(3);
  numbers.next(isLong ? 4 : 2);
  return boxesIn(meta, numbers.at(), iinf.end).map((box) => {
    const entry = numbersIn(meta, box.from, box.end);
    const version = entry.next(1);
    if (box.type !== "infe" || version < 2 || version > 3) throw new NotAnImage(DAMAGED);
    entry.next(3);
    const id = entry.next(version === 2 ? 2 : 4);
    // A protected item is one that cannot be read.
    if (entry.next(2) !== 0) throw new NotAnImage(DAMAGED);
    const typeAt = entry.at();
    entry.next(4);
    return { id, type: meta.toString("latin1", typeAt, typeAt + 4), typeAt, box };
  });
}

export function primaryIn(meta: Buffer, pitm: Box): number {
  const numbers = numbersIn(meta, pitm.from, pitm.end);
  const isLong = numbers.next(1) > 0;
  numbers.next(3);
  return numbers.next(isLong ? 4 : 2);
}

/** What one item has to do with others: made of them, or an addition to them. */
export interface Link {
  readonly type: string;
  readonly fromId: number;
  readonly toIds: readonly number[];
  readonly box: Box;
}

export function linksIn(meta: Buffer, iref: Box): Link[] {
  const version = numbersIn(meta, iref.from, iref.end).next(1);
  const idBytes = version === 0 ? 2 : 4;
  return boxesIn(meta, iref.from + 4, iref.end)
    .filter(({ type }) => type !== "free")
    .map((box) => {
      const numbers = numbersIn(meta, box.from, box.end);
      const fromId = numbers.next(idBytes);
      const count = numbers.next(2);
      return { type: box.type, fromId, toIds: times(count, () => numbers.next(idBytes)), box };
    });
}

/** Where bytes of an item stand: in the file, or counted from the content of `idat` on. */
export interface Extent {
  readonly itemId: number;
  readonly place: "file" | "idat";
  readonly from: number;
  readonly end: number;
}

export function extentsIn(meta: Buffer, iloc: Box): Extent[] {
  const numbers = numbersIn(meta, iloc.from, iloc.end);
  const version = numbers.next(1);
  if (version > 2) throw new NotAnImage(DAMAGED);
  numbers.next(3);
  const sizes = numbers.next(1);
  const more = numbers.next(1);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, more >> 4];
  const indexBytes = version === 0 ? 0 : more & 15;
  const count = numbers.next(version < 2 ? 2 : 4);
  const countPart = partCounter();
  return times(count, () => {
    const itemId = numbers.next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : numbers.next(2) & 15;
    const otherFile = numbers.next(2);
    const base = numbers.next(baseBytes);
    if (method > 1 || otherFile !== 0) throw new NotAnImage(DAMAGED);
    const place = method === 0 ? ("file" as const) : ("idat" as const);
    return times(numbers.next(2), () => {
      countPart();
      numbers.next(indexBytes);
      const from = base + numbers.next(offsetBytes);
      const length = numbers.next(lengthBytes);
      // No length means the whole file: nobody writes a picture so.
      if (length === 0) throw new NotAnImage(DAMAGED);
      return { itemId, place, from, end: from + length };
    });
  }).flat();
}

/** The properties of an item, by its id; one that is named again and again is one. */
export function propertiesOf(meta: Buffer, iprp: Box): (itemId: number) => ReadonlySet<Box> {
  const boxes = boxesIn(meta, iprp.from, iprp.end);
  const ipco = only(boxes, "ipco");
  const properties = ipco === undefined ? [] : boxesIn(meta, ipco.from, ipco.end);
  const found = new Map<number, Set<Box>>();
  for (const ipma of boxes.filter(({ type }) => type === "ipma")) {
    const numbers = numbersIn(meta, ipma.from, ipma.end);
    const version = numbers.next(1);
    const isWide = (numbers.next(3) & 1) === 1;
    const count = numbers.next(4);
    times(count, () => {
      const itemId = numbers.next(version === 0 ? 2 : 4);
      const named = times(numbers.next(1), () => numbers.next(isWide ? 2 : 1) & (isWide ? 0x7fff : 0x7f));
      const ofItem = found.get(itemId) ?? new Set();
      found.set(itemId, ofItem);
      for (const index of named) {
        const property = properties[index - 1];
        if (property !== undefined) ofItem.add(property);
      }
    });
  }
  return (itemId) => found.get(itemId) ?? NONE;
}

const NONE: ReadonlySet<Box> = new Set();

/** Counts come from the file: each step reads, and so a wrong one ends with the box. */
function times<T>(count: number, read: () => T): T[] {
  const all: T[] = [];
  for (let index = 0; index < count; index++) all.push(read());
  return all;
}
