import type { Appointment, Block } from "@daybook/sdk";
import { type LocalDay, minutesInto } from "./times.ts";

/** An appointment's item or a block, with its times in minutes since the day's midnight. */
export interface Entry {
  readonly key: string;
  readonly startsMinutes: number;
  readonly endsMinutes: number;
  /** The processing time, in which the staff member can have another appointment. */
  readonly processing?: { readonly startsMinutes: number; readonly endsMinutes: number };
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly source:
    | { readonly kind: "item"; readonly appointment: Appointment; readonly itemId: string }
    | { readonly kind: "block"; readonly block: Block };
}

/**
 * An entry with its horizontal position. The calendar draws overlapping entries side by side in `lanes` positions. `lane` is the index of
 * the entry's position.
 */
export interface PlacedEntry extends Entry {
  readonly lane: number;
  readonly lanes: number;
}

/** Returns the id of an entry's appointment or block. */
export function recordIdOf({ source }: Entry): string {
  return source.kind === "block" ? source.block.id : source.appointment.id;
}

/** The statuses whose appointments the calendar hides, because these appointments occupy no time. */
const HIDDEN: ReadonlySet<Appointment["status"]> = new Set(["cancelled", "declined"]);

type Item = Appointment["items"][number];

/** Returns a column's items and blocks on a day, earliest first. */
export function entriesOf(
  day: LocalDay,
  appointments: readonly Appointment[],
  blocks: readonly Block[],
  hasItem: (item: Item) => boolean,
  hasBlock: (block: Block) => boolean,
): PlacedEntry[] {
  const items = appointments.flatMap((appointment) =>
    HIDDEN.has(appointment.status)
      ? []
      : appointment.items.filter(hasItem).map((item) => itemEntry(day, appointment, item)),
  );
  const blocked = blocks.filter(hasBlock).map((block) => blockEntry(day, block));
  return placed(
    [...items, ...blocked].filter((entry) => entry.endsMinutes > 0 && entry.startsMinutes < day.minutes),
  );
}

function itemEntry(day: LocalDay, appointment: Appointment, item: Item): Entry {
  const startsMinutes = minutesInto(day, Date.parse(item.starts_at));
  const processingStart = startsMinutes + item.initial_minutes;
  return {
    key: item.id,
    startsMinutes,
    endsMinutes: startsMinutes + item.duration_minutes,
    ...(item.processing_minutes === 0
      ? {}
      : {
          processing: {
            startsMinutes: processingStart,
            endsMinutes: processingStart + item.processing_minutes,
          },
        }),
    bufferBeforeMinutes: item.buffer_before_minutes,
    bufferAfterMinutes: item.buffer_after_minutes,
    source: { kind: "item", appointment, itemId: item.id },
  };
}

function blockEntry(day: LocalDay, block: Block): Entry {
  return {
    key: block.id,
    startsMinutes: minutesInto(day, Date.parse(block.starts_at)),
    endsMinutes: minutesInto(day, Date.parse(block.ends_at)),
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    source: { kind: "block", block },
  };
}

/**
 * Places overlapping entries side by side with equal widths. Each entry takes the first free position. All entries of a
 * connected group have the same number of positions. An entry inside the processing time of another entry counts as
 * overlapping, so that the cards do not cover each other's text.
 */
export function placed(entries: readonly Entry[]): PlacedEntry[] {
  const sorted = [...entries].sort(
    (one, other) =>
      one.startsMinutes - other.startsMinutes ||
      other.endsMinutes - one.endsMinutes ||
      (one.key < other.key ? -1 : 1),
  );
  const result: PlacedEntry[] = [];
  let group: { entry: Entry; lane: number }[] = [];
  let groupEnds = Number.NEGATIVE_INFINITY;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    result.push(...group.map(({ entry, lane }) => ({ ...entry, lane, lanes })));
    group = [];
  };
  for (const entry of sorted) {
    if (entry.startsMinutes >= groupEnds) close();
    const taken = new Set(
      group.filter((other) => other.entry.endsMinutes > entry.startsMinutes).map(({ lane }) => lane),
    );
    let lane = 0;
    while (taken.has(lane)) lane++;
    group.push({ entry, lane });
    groupEnds = Math.max(groupEnds, entry.endsMinutes);
  }
  close();
  return result;
}
