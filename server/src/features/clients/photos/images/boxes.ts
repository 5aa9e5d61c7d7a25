import { DAMAGED, NotAnImage } from "./source.ts";

/** A box of an ISO base media file (ISO/IEC 14496-12, §4.2), by where it stands in the bytes it was found in. */
export interface Box {
  readonly type: string;
  readonly at: number;
  /** Behind size and type. */
  readonly from: number;
  readonly end: number;
}

/** The boxes that fill these bytes to the last. */
export function boxesIn(bytes: Buffer, from: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < end; ) {
    if (at + 8 > end) throw new NotAnImage(DAMAGED);
    const head = bytes.subarray(at, Math.min(at + 16, end));
    const box = boxAt(head, at, end);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box whose first bytes these are; `end` is where what holds it ends. */
export function boxAt(head: Buffer, at: number, end: number): Box {
  const small = head.readUInt32BE(0);
  const type = head.toString("latin1", 4, 8);
  if (small === 1 && head.length < 16) throw new NotAnImage(DAMAGED);
  const size = small === 0 ? end - at : small === 1 ? Number(head.readBigUInt64BE(8)) : small;
  const from = at + (small === 1 ? 16 : 8);
  if (at + size < from || at + size > end) throw new NotAnImage(DAMAGED);
  return { type, at, from, end: at + size };
}

/** The one box of a type, or undefined. */
export function only(boxes: readonly Box[], type: string): Box | undefined {
  const [first, ...more] = boxes.filter((box) => box.type === type);
  if (more.length > 0) throw new NotAnImage(DAMAGED);
  return first;
}

/** Makes a box free space, in place: everything keeps its address, and nothing of it can be read. */
export function blank(bytes: Buffer, { at, from, end }: Box): void {
  bytes.write("free", at + 4, "latin1");
  bytes.fill(0, from, end);
}

/** Reads numbers one behind the other; a box that ends before its numbers do is damaged. */
export function numbersIn(bytes: Buffer, from: number, end: number) {
  let at = from;
  return {
    at: () => at,
    /** Of 0 to 8 bytes. */
    next(size: number): number {
      if (at + size > end) throw new NotAnImage(DAMAGED);
      let number = 0;
      for (let index = 0; index < size; index++) number = number * 256 + bytes.readUInt8(at + index);
      at += size;
      return number;
    },
  };
}
