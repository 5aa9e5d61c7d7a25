import type { Role, Scope } from "../../src/kernel/scopes.ts";
import { differences, type RecordName } from "./shapes.ts";
import type { SpecApp } from "./specApp.ts";
import type { ApiCaller, Outcome, RequestInput } from "./twoBusinesses.ts";

/** How a row of the specification is tried. What its words say about fields, scopes and statuses is tried without being told. */
export interface Trial {
  readonly answers: Answer;
  /** A request that the row promises to answer; each has records of its own, so that it can be sent once and anew. */
  wish(stage: SpecApp): Promise<RequestInput>;
  /** Roles of a session that may; all of them unless told (contract §2). */
  readonly roles?: readonly Role[];
  /** Keys that may, where the words of the row's scope do not say it by themselves. */
  readonly scopes?: readonly Scope[];
  /** Requests that end in an error that the row names, beside those that its fields and its path give. */
  readonly refused?: readonly Refusal[];
  /** What else the row's words promise, by what it is. */
  readonly also?: Readonly<Record<string, (stage: SpecApp, ask: Ask) => Promise<void>>>;
  /** Errors that the row names and nobody can meet, with the reason. */
  readonly unreachable?: Readonly<Record<number, string>>;
}

export interface Refusal {
  readonly what: string;
  readonly status: number;
  readonly code: string;
  wish(stage: SpecApp): Promise<RequestInput>;
  /** Everything that `details` must hold; absent, there are none. */
  readonly details?: object;
}

/** Asks for the row's operation, and has what was said counted as tried. */
export type Ask = (wish: RequestInput, asker?: ApiCaller) => Promise<Outcome>;

/** A shape of `data`. */
export interface Answer {
  /** Its record, all of whose lists must have been seen with something in them. */
  readonly record: RecordName | null;
  /** In what `data` is not as promised; `filled` is told the lists that held something. */
  differences(data: unknown, filled: Set<string>): string[];
}

export function one(record: RecordName): Answer {
  return { record, differences: (data, filled) => differences(record, data, filled) };
}

/** One page, with at least one record in it. */
export function pageOf(record: RecordName): Answer {
  return {
    record,
    differences: (data, filled) => {
      const { items, next_cursor: cursor, ...more } = data as { items: unknown[]; next_cursor: unknown };
      return [
        ...Object.keys(more).map((name) => `${name} is one too many`),
        ...(cursor === null || typeof cursor === "string" ? [] : ["next_cursor is neither text nor null"]),
        ...(items.length > 0 ? [] : ["the page is empty"]),
        ...items.flatMap((item) => differences(record, item, filled)),
      ];
    },
  };
}

/** `{series_id, created, conflicts}` of a repeat (spec §2). */
export function seriesOf(record: RecordName): Answer {
  return {
    record,
    differences: (data, filled) => {
      const { series_id: id, created, conflicts, ...more } = data as Series;
      return [
        ...Object.keys(more).map((name) => `${name} is one too many`),
        ...(typeof id === "string" ? [] : ["series_id is missing"]),
        ...(created.length > 0 ? [] : ["nothing was created"]),
        ...created.flatMap((item) => differences(record, item, filled)),
        ...skippedDates(conflicts),
      ];
    },
  };
}
interface Series {
  readonly series_id: unknown;
  readonly created: unknown[];
  readonly conflicts: unknown;
}

/** Contract §5: every entry of `conflicts`. */
export function skippedDates(conflicts: unknown): string[] {
  if (!Array.isArray(conflicts)) return ["conflicts are no list"];
  const names = "appointment_id,ends_at,reason,starts_at";
  return conflicts
    .map((entry: object) => Object.keys(entry).sort().join())
    .filter((found) => found !== names)
    .map((found) => `conflicts hold ${found}`);
}

/** The answer of a DELETE (contract §1). */
export const deleted: Answer = {
  record: null,
  differences: (data) => {
    const { id, deleted: isDeleted, ...more } = data as Record<string, unknown>;
    const isRight = typeof id === "string" && isDeleted === true && Object.keys(more).length === 0;
    return isRight ? [] : [`${JSON.stringify(data)} is no answer of a DELETE`];
  },
};
