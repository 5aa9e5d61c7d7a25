import { durationOf, type Phases } from "./phases.ts";
import { type Spans, spansOf } from "./spans.ts";
import { MINUTE } from "./wallclock.ts";

/** The units of a resource type that an item needs for its whole duration, buffers included. */
export interface ResourceNeed {
  readonly type: string;
  readonly count: number;
}

/** A service's rules for online booking (contract §4). */
export interface OnlineRules {
  readonly onlineBookable: boolean;
  readonly slotStepMinutes: number;
  /** Minimum elapsed minutes between now and the start of the appointment. */
  readonly minNoticeMinutes: number;
  readonly maxAdvanceDays: number;
  /** The maximum number of items of the service that may start on one local day at a location; null for no limit. */
  readonly maxPerDay: number | null;
  readonly requiresPatchTest: boolean;
}

/** One item of an appointment that has no start yet; the staff member, phases and resource needs of the item are decided. */
export interface Item {
  readonly serviceId: string;
  readonly staffId: string;
  readonly phases: Phases;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly needs: readonly ResourceNeed[];
  readonly rules: OnlineRules;
}

/** The items of an appointment that has no start yet. The items are performed one after another, without gaps. */
export type AppointmentItems = readonly Item[];

/**
 * Returns the milliseconds from the start of the appointment to the start of each item; the last entry is the appointment's end.
 */
export function offsetsOf(items: AppointmentItems): number[] {
  const offsets = [0];
  let offset = 0;
  for (const item of items) {
    offset += durationOf(item.phases) * MINUTE;
    offsets.push(offset);
  }
  return offsets;
}

/** A part of an appointment, in milliseconds relative to its start; half-open. */
export interface Interval {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the intervals in which an item keeps its staff member busy: from the buffer before the item to the end of the initial
 * phase, and from the finishing phase to the end of the buffer after the item. During processing the staff member is free for
 * another appointment (contract §5). `offset` is the item's start.
 */
export function staffIntervals(item: Item, offset: number): Interval[] {
  const { initialMinutes, processingMinutes, finishingMinutes } = item.phases;
  const from = offset - item.bufferBeforeMinutes * MINUTE;
  const until = offset + (durationOf(item.phases) + item.bufferAfterMinutes) * MINUTE;
  if (processingMinutes === 0) return [{ from, until }];
  const processingFrom = offset + initialMinutes * MINUTE;
  const finishingFrom = processingFrom + processingMinutes * MINUTE;
  const intervals = [{ from, until: processingFrom }];
  if (finishingMinutes + item.bufferAfterMinutes > 0) intervals.push({ from: finishingFrom, until });
  return intervals;
}

/** Returns the interval in which an item keeps its resources busy: its whole duration, buffers included. */
export function resourceInterval(item: Item, offset: number): Interval {
  return {
    from: offset - item.bufferBeforeMinutes * MINUTE,
    until: offset + (durationOf(item.phases) + item.bufferAfterMinutes) * MINUTE,
  };
}

/** An uninterrupted part of a staff member's or resource's time that an appointment takes. */
export interface TakenTime {
  readonly subjectId: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Returns the time that an appointment takes from each staff member and resource: the union over its items, because an
 * appointment never conflicts with itself. `resourceIds` lists each item's units; an id is repeated for each unit. The second
 * unit of a resource is a separate entry of the result (contract §5, "In detail").
 */
export function timeTaken(
  items: AppointmentItems,
  startsAt: number,
  resourceIds: readonly (readonly string[])[],
): TakenTime[] {
  const pairsByUnit = new Map<string, [number, number][]>();
  const take = (unit: string, { from, until }: Interval) => {
    const pairs = pairsByUnit.get(unit);
    const pair: [number, number] = [startsAt + from, startsAt + until];
    if (pairs === undefined) pairsByUnit.set(unit, [pair]);
    else pairs.push(pair);
  };
  const offsets = offsetsOf(items);
  items.forEach((item, index) => {
    const offset = offsets[index] as number;
    for (const interval of staffIntervals(item, offset)) take(item.staffId, interval);
    const unitsSoFar = new Map<string, number>();
    for (const resourceId of resourceIds[index] ?? []) {
      const unit = unitsSoFar.get(resourceId) ?? 0;
      unitsSoFar.set(resourceId, unit + 1);
      take(`${resourceId} ${unit}`, resourceInterval(item, offset));
    }
  });
  return [...pairsByUnit].flatMap(([unit, pairs]) =>
    asTakenTime(unit.split(" ")[0] as string, spansOf(pairs)),
  );
}

function asTakenTime(subjectId: string, spans: Spans): TakenTime[] {
  const taken: TakenTime[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    taken.push({ subjectId, startsAt: spans[i] as number, endsAt: spans[i + 1] as number });
  }
  return taken;
}
