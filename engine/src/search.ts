import type { Facts } from "./facts.ts";
import { gridStarts, gridUnit } from "./grid.ts";
import type { Phases } from "./phases.ts";
import { intersectSpans, type Spans, spansOf, spansWithin, subtractSpans } from "./spans.ts";
import { type Rule, startSpans } from "./starts.ts";
import type { Item, Visit } from "./visit.ts";
import { DAY, dayAt, localOf, MINUTE, startOfDay } from "./wallclock.ts";

/** Somebody who performs a service here, and how long they take. */
export interface Candidate {
  readonly staffId: string;
  readonly phases: Phases;
}

/** An item whose staff member is still open: one candidate where the caller named one, several for `any`. */
export interface OpenItem extends Omit<Item, "staffId" | "phases"> {
  /** By position, then id. */
  readonly candidates: readonly Candidate[];
  /** Whether the caller said `any`, however many candidates that leaves. */
  readonly any: boolean;
}

export interface Search {
  readonly items: readonly OpenItem[];
  /** Starts with `fromAt ≤ start < untilAt`, within the facts' window. */
  readonly fromAt: number;
  readonly untilAt: number;
  readonly rules: ReadonlySet<Rule>;
  /** Minutes of a staff member's items on a local day (its day number); asked only where there is a choice. */
  bookedMinutes(staffId: string, day: number): number;
}

/** Slots, one per start, earliest first: the visit of `starts[i]` is `visits[choices[i]]`. */
export interface Slots {
  readonly starts: readonly number[];
  readonly choices: readonly number[];
  readonly visits: readonly Visit[];
}

/**
 * Every grid start at which the visit can be placed, each with one choice of staff: one member who performs all
 * `any` items if there is one, else members assigned in order, with backtracking; among candidates the one with
 * the fewest booked minutes on the start's local day, then position, then id (contract §4).
 *
 * Works on spans, not on starts: whole days are ruled in or out at once, and an instant is looked at only when it
 * is offered. Linear in staff and days.
 */
export function findSlots(facts: Facts, search: Search): Slots {
  const kept = new Map<string, Spans>();
  const step = search.items[0]?.rules.slotStepMinutes ?? 1;
  const startsOf = (visit: Visit) =>
    spansWithin(startSpans(facts, visit, search.rules, kept), search.fromAt, search.untilAt);

  const visits = loneVisits(search.items);
  const only = visits[0];
  if (visits.length === 1 && only !== undefined && openCount(search.items) < 2) {
    const starts = gridStarts(facts.zone, step, startsOf(only.visit));
    return { starts, choices: new Array<number>(starts.length).fill(0), visits: [only.visit] };
  }

  const board = new Board(facts, search, step);
  for (const { staffId, visit } of visits)
    board.offer(visit, staffId, gridStarts(facts.zone, step, startsOf(visit)));
  if (openCount(search.items) >= 2) offerMixedVisits(facts, search, board, step, kept);
  return board.slots();
}

function openCount(items: readonly OpenItem[]): number {
  return items.filter((item) => item.any).length;
}

/** The visits in which one member performs all `any` items, in the order of the members. */
function loneVisits(items: readonly OpenItem[]): { staffId: string; visit: Visit }[] {
  const open = items.filter((item) => item.any);
  if (items.some((item) => item.candidates.length === 0)) return [];
  const first = open[0];
  if (first === undefined) {
    return [{ staffId: "", visit: items.map((item) => decided(item, item.candidates[0] as Candidate)) }];
  }
  return first.candidates.flatMap(({ staffId }) => {
    const visit = items.map((item) => {
      const candidate = item.any
        ? item.candidates.find((one) => one.staffId === staffId)
        : item.candidates[0];
      return candidate === undefined ? undefined : decided(item, candidate);
    });
    return visit.every((item) => item !== undefined) ? [{ staffId, visit }] : [];
  });
}

function decided(item: OpenItem, candidate: Candidate): Item {
  const { candidates: _, any: __, ...rest } = item;
  return { ...rest, staffId: candidate.staffId, phases: candidate.phases };
}

/**
 * The best offer for each start so far. Every grid instant of the range has a square, a fixed distance from the
 * next; an offer takes a square when it is empty or its member has less booked that day.
 */
class Board {
  readonly #facts: Facts;
  readonly #search: Search;
  readonly #fromAt: number;
  readonly #unit: number;
  readonly #visits: Visit[] = [];
  /** Per square one more than the index of the visit that has it; 0 is nobody. */
  readonly #choices: Uint16Array;
  readonly #minutes: Float64Array;

  constructor(facts: Facts, search: Search, stepMinutes: number) {
    this.#facts = facts;
    this.#search = search;
    // The midnight of the clock that is in force, even where a change skipped it: the grid is counted from there.
    const { day, offsetMinutes } = localOf(facts.zone, search.fromAt);
    this.#fromAt = day * DAY - offsetMinutes * MINUTE;
    this.#unit = gridUnit(facts.zone, stepMinutes, search.fromAt, search.untilAt);
    const squares = Math.max(0, Math.ceil((search.untilAt - this.#fromAt) / this.#unit));
    this.#choices = new Uint16Array(squares);
    this.#minutes = new Float64Array(squares);
  }

  /** Offers are made in the members' order, so that the earlier one stays where both have the same minutes booked. */
  offer(visit: Visit, staffId: string, starts: readonly number[]): void {
    const choice = this.#visits.push(visit);
    let dayUntil = Number.NEGATIVE_INFINITY;
    let minutes = 0;
    for (const start of starts) {
      if (start >= dayUntil) {
        const day = dayAt(this.#facts.zone, start);
        dayUntil = startOfDay(this.#facts.zone, day + 1);
        minutes = this.#search.bookedMinutes(staffId, day);
      }
      const square = (start - this.#fromAt) / this.#unit;
      if (this.#choices[square] !== 0 && (this.#minutes[square] as number) <= minutes) continue;
      this.#minutes[square] = minutes;
      this.#choices[square] = choice;
    }
  }

  /** Fills starts that nobody has taken yet. */
  fill(visit: Visit, starts: readonly number[]): void {
    const choice = this.#visits.push(visit);
    for (const start of starts) this.#choices[(start - this.#fromAt) / this.#unit] = choice;
  }

  offered(): Spans {
    return spansOf(this.slots().starts.map((start) => [start, start + 1]));
  }

  slots(): Slots {
    const starts: number[] = [];
    const choices: number[] = [];
    for (let square = 0; square < this.#choices.length; square++) {
      const choice = this.#choices[square] as number;
      if (choice === 0) continue;
      starts.push(this.#fromAt + square * this.#unit);
      choices.push(choice - 1);
    }
    return { starts, choices, visits: this.#visits };
  }
}

/**
 * Starts that no single member can serve alone: members are assigned item by item, in the order of the day's booked
 * minutes, going back where the next item finds nobody. It goes over sets of starts instead of single ones: what one
 * complete assignment can serve is taken out before the next is tried, so that every start gets its first.
 */
function offerMixedVisits(
  facts: Facts,
  search: Search,
  board: Board,
  step: number,
  kept: Map<string, Spans>,
): void {
  const lastDay = dayAt(facts.zone, search.untilAt - 1);
  const offered = board.offered();
  for (let day = dayAt(facts.zone, search.fromAt); day <= lastDay; day++) {
    const from = Math.max(search.fromAt, startOfDay(facts.zone, day));
    const until = Math.min(search.untilAt, startOfDay(facts.zone, day + 1));
    if (from >= until) continue;
    const left = subtractSpans([from, until], spansWithin(offered, from, until));
    const ordered = search.items.map((item) => leastBookedFirst(item, search, day));
    assign([], left);

    function assign(visit: readonly Item[], starts: Spans): Spans {
      const item = ordered[visit.length];
      if (item === undefined) {
        const served = gridStarts(facts.zone, step, starts);
        if (served.length > 0) board.fill(visit, served);
        return starts;
      }
      let open = starts;
      for (const candidate of item.candidates) {
        if (open.length === 0) break;
        const longer = [...visit, decided(item, candidate)];
        const possible = intersectSpans(open, startSpans(facts, longer, search.rules, kept));
        if (possible.length === 0) continue;
        open = subtractSpans(open, assign(longer, possible));
      }
      return subtractSpans(starts, open);
    }
  }
}

function leastBookedFirst(item: OpenItem, search: Search, day: number): OpenItem {
  if (!item.any) return item;
  const candidates = item.candidates
    .map((candidate, rank) => ({ candidate, rank, minutes: search.bookedMinutes(candidate.staffId, day) }))
    .sort((one, other) => one.minutes - other.minutes || one.rank - other.rank)
    .map(({ candidate }) => candidate);
  return { ...item, candidates };
}
