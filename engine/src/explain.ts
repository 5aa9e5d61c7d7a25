import { Cells, hasBitBetween, keepBits } from "./cells.ts";
import type { Facts } from "./facts.ts";
import { gridStarts } from "./grid.ts";
import { limitsOf } from "./limits.ts";
import { performableFrom } from "./performable.ts";
import type { Search } from "./search.ts";
import { overlapsSpan, spansWithin } from "./spans.ts";
import { appointmentStarts, countSameService, itemStarts, type Rule } from "./starts.ts";
import { assignStaff, type Candidate } from "./unassignedItem.ts";
import { startOfDay } from "./wallclock.ts";

/** The reason why a local day has no slot (contract §4, `explain`). */
export type EmptyReason =
  | "closed"
  | "not_working"
  | "busy"
  | "resource"
  | "notice"
  | "advance"
  | "day_limit"
  | "patch_test"
  | "not_performed";

/** The reasons in order, each with the rules that it adds. A start in the past counts as too short notice. */
const REASONS: readonly (readonly [EmptyReason, readonly Rule[]])[] = [
  ["not_working", ["hours"]],
  ["busy", ["taken"]],
  ["resource", ["resource"]],
  ["notice", ["now", "notice"]],
  ["advance", ["advance"]],
  ["day_limit", ["day_limit"]],
  ["patch_test", ["patch_test"]],
];

/**
 * Returns, for local days without slots (as day numbers), the first reason why each has none: rules are added one after another,
 * in the contract's order, until no start is left. Only the part of a day inside the search counts. A day on which the location
 * is closed is `closed`; otherwise `not_performed` comes first, for a service that no staff member performs at the location or
 * that cannot be booked online. Precondition: the days have no slots.
 *
 * Decides all days together, and only whether a start exists. Reads every candidate's time twice, once for the hours and once
 * for the taken time; the search for slots reads it once.
 */
export function emptyReasons(
  facts: Facts,
  search: Search,
  days: readonly number[],
): Map<number, EmptyReason> {
  const reasons = new Map<number, EmptyReason>();
  const isPerformed = search.items.every((item) => item.candidates.length > 0);
  const isOnline =
    !search.rules.has("online_bookable") || search.items.every((item) => item.rules.onlineBookable);
  for (const day of days) {
    const [from, until] = partOf(facts, search, day);
    if (!overlapsSpan(facts.open, from, until)) reasons.set(day, "closed");
    else if (!isPerformed || !isOnline) reasons.set(day, "not_performed");
  }
  const undecided = new Set(days.filter((day) => !reasons.has(day)));
  if (undecided.size === 0) return reasons;

  const existence = new StartExistence(facts, search);
  for (const [reason, added] of REASONS) {
    existence.add(added.filter((rule) => search.rules.has(rule)));
    for (const day of undecided) {
      if (existence.hasStart(...partOf(facts, search, day))) continue;
      reasons.set(day, reason);
      undecided.delete(day);
    }
    if (undecided.size === 0) return reasons;
  }
  for (const day of undecided) reasons.set(day, "not_performed");
  return reasons;
}

function partOf(facts: Facts, search: Search, day: number): [number, number] {
  return [
    Math.max(search.fromAt, startOfDay(facts.zone, day)),
    Math.min(search.untilAt, startOfDay(facts.zone, day + 1)),
  ];
}

const STAFF_RULES: ReadonlySet<Rule> = new Set<Rule>(["hours", "taken"]);
const LIMIT_RULES: ReadonlySet<Rule> = new Set<Rule>(["resource", "day_limit", "patch_test"]);

/** Decides whether a start exists under the rules that have been added so far. */
class StartExistence {
  readonly #facts: Facts;
  readonly #search: Search;
  readonly #cells: Cells;
  readonly #rules = new Set<Rule>();
  /** For each item and candidate, the cells at which the candidate can perform the item. */
  readonly #rows: (Int32Array | undefined)[][];
  #performable: Int32Array | undefined;
  #starts: Int32Array | undefined;

  constructor(facts: Facts, search: Search) {
    this.#cells = new Cells(facts.zone, search);
    this.#facts = { ...facts, fromAt: search.fromAt, untilAt: this.#cells.untilAt };
    this.#search = search;
    this.#rows = search.items.map(() => []);
  }

  add(rules: readonly Rule[]): void {
    for (const rule of rules) this.#rules.add(rule);
    for (const rule of rules) {
      if (STAFF_RULES.has(rule)) this.#restrictStaff();
      if (LIMIT_RULES.has(rule)) this.#restrictItems(rule);
    }
    if (rules.length > 0 || this.#starts === undefined) this.#starts = this.#startsNow();
  }

  hasStart(fromAt: number, untilAt: number): boolean {
    if (fromAt >= untilAt || this.#starts === undefined) return false;
    const first = Math.ceil(this.#cells.cellAt(fromAt));
    const last = Math.ceil(this.#cells.cellAt(untilAt)) - 1;
    return last >= first && hasBitBetween(this.#starts, first, last);
  }

  #restrictStaff(): void {
    const rules = new Set([...this.#rules].filter((rule) => STAFF_RULES.has(rule)));
    this.#forEach((index, candidate, rank) => {
      const item = this.#search.items[index] as Search["items"][number];
      const assigned = assignStaff(item, candidate);
      const row = this.#cells.within(itemStarts(this.#facts, assigned, 0, 1, rules));
      (this.#rows[index] as Int32Array[])[rank] = row;
    });
    this.#performable = undefined;
  }

  #restrictItems(rule: Rule): void {
    const only = new Set([rule]);
    this.#forEach((index, candidate, rank) => {
      const { items } = this.#search;
      const item = items[index] as Search["items"][number];
      const same = countSameService(items, item);
      for (const limit of limitsOf(this.#facts, assignStaff(item, candidate), 0, same, only)) {
        keepBits((this.#rows[index] as Int32Array[])[rank] as Int32Array, this.#cells.within(limit));
        this.#performable = undefined;
      }
    });
  }

  #startsNow(): Int32Array {
    const { items, fromAt, untilAt } = this.#search;
    const rows = this.#rows as Int32Array[][];
    this.#performable ??= performableFrom(
      this.#cells,
      this.#search,
      (index, _, rank) => rows[index]?.[rank] as Int32Array,
    )[0];
    const part = spansWithin(appointmentStarts(this.#facts, items, this.#rules), fromAt, untilAt);
    const step = items[0]?.rules.slotStepMinutes ?? 1;
    const grid = gridStarts(this.#facts.zone, step, part);
    const starts = this.#cells.within(grid.flatMap((at) => [at, at + 1]));
    keepBits(starts, this.#performable as Int32Array);
    return starts;
  }

  #forEach(visit: (index: number, candidate: Candidate, rank: number) => void): void {
    this.#search.items.forEach((item, index) => {
      item.candidates.forEach((candidate, rank) => {
        visit(index, candidate, rank);
      });
    });
  }
}
