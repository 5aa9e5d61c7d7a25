import type { Role, Scope } from "../../src/kernel/scopes.ts";
import { differences, type RecordName } from "./shapes.ts";
import type { SpecApp } from "./specApp.ts";
import type { ApiCaller, Outcome, RequestInput } from "./twoBusinesses.ts";

/** The requests and checks for a row of the specification. The test reads fields, scopes and statuses from the row. */
export interface Trial {
  readonly answers: ExpectedData;
  /** Returns a valid request on new records, so that the test can call it several times. */
  input(fixture: SpecApp): Promise<RequestInput>;
  /** The roles that may call the operation; default: all roles (contract §2). */
  readonly roles?: readonly Role[];
  /** The scopes of keys that may call the operation, if the row's scope column does not list them. */
  readonly scopes?: readonly Scope[];
  /** Requests that cause the row's errors, except errors derived from its fields and path. */
  readonly refused?: readonly Refusal[];
  /** Tests of further requirements in the row, by test title. */
  readonly also?: Readonly<Record<string, (fixture: SpecApp, ask: SendRequest) => Promise<void>>>;
  /** The error statuses in the row that no request causes, with the reason. */
  readonly unreachable?: Readonly<Record<number, string>>;
}

export interface Refusal {
  readonly what: string;
  readonly status: number;
  readonly code: string;
  input(fixture: SpecApp): Promise<RequestInput>;
  /** The expected `details`. If absent, the response must have no details. */
  readonly details?: object;
}

/** Sends a request to the row's operation. Records the response's status, fields and lists. */
export type SendRequest = (input: RequestInput, caller?: ApiCaller) => Promise<Outcome>;

export interface ExpectedData {
  /** The record in `data`. For each list in the record, at least one test must receive a non-empty list. */
  readonly record: RecordName | null;
  /** Returns the differences between `data` and the shape. Adds the paths of non-empty lists to `filled`. */
  differences(data: unknown, filled: Set<string>): string[];
}

export function one(record: RecordName): ExpectedData {
  return { record, differences: (data, filled) => differences(record, data, filled) };
}

/** Returns a check for one page that contains at least one record. */
export function pageOf(record: RecordName): ExpectedData {
  return {
    record,
    differences: (data, filled) => {
      const { items, next_cursor: cursor, ...more } = data as { items: unknown[]; next_cursor: unknown };
      return [
        ...Object.keys(more).map((name) => `${name} is unknown`),
        ...(cursor === null || typeof cursor === "string"
          ? []
          : ["next_cursor is neither a string nor null"]),
        ...(items.length > 0 ? [] : ["the page is empty"]),
        ...items.flatMap((item) => differences(record, item, filled)),
      ];
    },
  };
}

/** Returns a check for the `{series_id, created, conflicts}` of a series (spec §2). */
export function seriesOf(record: RecordName): ExpectedData {
  return {
    record,
    differences: (data, filled) => {
      const { series_id: id, created, conflicts, ...more } = data as Series;
      return [
        ...Object.keys(more).map((name) => `${name} is unknown`),
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

/** Checks every entry in `conflicts` (contract §5). Returns the problems. */
export function skippedDates(conflicts: unknown): string[] {
  if (!Array.isArray(conflicts)) return ["conflicts is not a list"];
  const names = "appointment_id,ends_at,reason,starts_at";
  return conflicts
    .map((entry: object) => Object.keys(entry).sort().join())
    .filter((found) => found !== names)
    .map((found) => `an entry of conflicts has ${found}`);
}

/** The response to a DELETE (contract §1). */
export const deleted: ExpectedData = {
  record: null,
  differences: (data) => {
    const { id, deleted: isDeleted, ...more } = data as Record<string, unknown>;
    const isRight = typeof id === "string" && isDeleted === true && Object.keys(more).length === 0;
    return isRight ? [] : [`${JSON.stringify(data)} is not the answer of a DELETE`];
  },
};
