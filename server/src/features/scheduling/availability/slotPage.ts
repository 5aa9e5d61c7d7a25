import {
  type AppointmentItems,
  dayAt,
  type SlotItemJson,
  type Slots,
  slotsJson,
  startOfDay,
  type Zone,
} from "@daybook/engine";

/** The maximum number of slots in a response (contract §4). */
const MAX_SLOTS = 4_000;
/**
 * Maximum size of a response's slots as JSON, in bytes. A fifth of the maximum size of a response, so that concurrent responses need little
 * memory.
 */
const MAX_BYTES = 2_000_000;

/** Functions that write the variable parts of a slot as JSON. */
export interface SlotWriter {
  items(items: AppointmentItems): readonly SlotItemJson[];
  resourceIds(items: AppointmentItems, index: number, startsAt: number): string;
}

/**
 * The slots of one response as JSON, collected part by part as bytes: each slot is copied once to its part and once to the
 * response. A full response normally ends after a whole local day, and `nextFromAt` is the start of the next day with slots. A
 * single day has at most 300 slots, so the maximum number of slots never ends a response within a day. A response ends within a
 * day only if the slots of the day exceed the maximum size, for example because every slot names hundreds of resources.
 */
export class SlotPage {
  readonly #zone: Zone;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #count = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  nextFromAt: number | null = null;

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  /** Adds the slots of a part that fit. Returns false if the response is full. */
  add(slots: Slots, writer: SlotWriter): boolean {
    const bytesLeft = MAX_BYTES - this.#bytes;
    const fitting = this.#wholeDays(slots, Math.min(slots.starts.length, MAX_SLOTS - this.#count));
    let page = this.#write(slots, fitting, writer, bytesLeft);
    if (page.written < fitting || page.text.length > bytesLeft) {
      // The last slot that was written made the response too long.
      const complete = this.#wholeDays(slots, Math.max(0, page.written - 1));
      const isPartOfDay = complete === 0 && this.#count === 0;
      page = this.#write(slots, isPartOfDay ? page.written : complete, writer, Number.POSITIVE_INFINITY);
    }
    if (page.written > 0)
      this.#parts.push(Buffer.from(this.#parts.length === 0 ? page.text : `,${page.text}`));
    this.#bytes += page.text.length;
    this.#count += page.written;
    this.#lastAt = slots.starts[page.written - 1] ?? this.#lastAt;
    const next = slots.starts[page.written];
    if (next === undefined) return true;
    const dayStartsAt = startOfDay(this.#zone, dayAt(this.#zone, next));
    // The first case applies if the response ends within a day, or if a clock change repeats the hour before midnight.
    this.nextFromAt = this.#lastAt >= dayStartsAt ? next : dayStartsAt;
    return false;
  }

  /** The slots as JSON without the brackets of the array, in parts. */
  get json(): readonly Buffer[] {
    return this.#parts;
  }

  #write(slots: Slots, count: number, writer: SlotWriter, maxLength: number) {
    return slotsJson(
      this.#zone,
      { ...slots, starts: slots.starts.slice(0, count), choices: slots.choices.slice(0, count) },
      (items) => writer.items(items),
      (items, index, startsAt) => writer.resourceIds(items, index, startsAt),
      maxLength,
    );
  }

  /** Returns the largest number of slots, at most `count`, after which a local day ends. */
  #wholeDays({ starts }: Slots, count: number): number {
    if (count >= starts.length) return count;
    const cutDay = dayAt(this.#zone, starts[count] as number);
    let whole = count;
    while (whole > 0 && dayAt(this.#zone, starts[whole - 1] as number) === cutDay) whole--;
    return whole;
  }
}
