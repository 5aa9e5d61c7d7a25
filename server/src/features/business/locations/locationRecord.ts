import { utcText } from "@daybook/engine";
import { ApiError, notFound } from "../../../kernel/errors.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { openIntervalOf } from "../opening-hours/index.ts";
import type { LocationRecord } from "./schema.ts";
import { findLocation, type locationColumns } from "./store.ts";

/** Reads one location (contract §3). Throws `not_found` for an unknown location. */
export async function locationRecord(
  reader: Reader,
  businessId: string,
  locationId: string,
): Promise<LocationRecord> {
  const [row] = await reader.query(findLocation, { businessId, id: locationId });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** Converts a location row to the API record (contract §3). */
export function recordOf({ hours, exceptions, ...row }: RowOf<typeof locationColumns>): LocationRecord {
  return {
    ...row,
    hours: hours.map((interval) => ({ weekday: interval.weekday, ...openIntervalOf(interval) })),
    hour_exceptions: exceptions.map(({ date, intervals }) => ({
      date,
      intervals: intervals.map(openIntervalOf),
    })),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

export function locationVersionMismatch(version: number): ApiError {
  return new ApiError(
    "version_mismatch",
    `The location has changed since you read it. Read it again: the current version is ${version}.`,
    {
      version,
    },
  );
}
