import { dayAt, dayOf, localText, startOfDay } from "@daybook/engine";
import type { Static } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import {
  assertCurrent,
  type LocationSnapshot,
  type SchedulingSnapshot,
} from "../../scheduling/snapshot/index.ts";
import { candidateReader } from "./candidates.ts";
import { type Candidate, type CandidateStart, type FreedTime, matches } from "./matches.ts";
import { findCandidate, listCandidates } from "./offerStore.ts";
import type { EntryMatches, LocationMatches, LocationMatchesQuery, MatchesQuery } from "./schema.ts";

const MAX_ENTRIES = 100;
const MAX_MATCHES = 50;
const MAX_DAYS = 62;
const DEFAULT_DAYS = 14;

interface Asking {
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Returns the earliest time that staff can book within a range of days, for each of the first `MAX_ENTRIES` waiting entries of
 * a location.
 */
export async function locationMatches(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  { location_id, from, to }: Static<typeof LocationMatchesQuery>,
  { own, now }: Asking,
): Promise<Static<typeof LocationMatches>> {
  const { businessId } = snapshot;
  const location = snapshot.locations.get(location_id.toLowerCase());
  if (location === undefined) {
    await assertCurrent(reader, snapshot);
    throw invalid({ path: "/location_id", message: "is not a location of this business" });
  }
  const freed = daysOf(location, from, to, now);
  const rows = await reader.query(listCandidates, {
    businessId,
    locationId: location.id,
    ownStaffId: own?.staffId ?? null,
    limit: MAX_ENTRIES,
  });
  const read = candidateReader(reader, snapshot, location, { audience: "team", ...freed });
  const candidates: Candidate[] = [];
  for (const row of rows) candidates.push(await read(row));
  const clientOf = new Map(rows.map((row) => [row.id, row.client_id]));
  const found = matches(freed, candidates, "team_picks", new Set());
  return {
    matches: found.map((match) => ({
      entry_id: match.entryId,
      client_id: clientOf.get(match.entryId) ?? "",
      ...matchRecord(location, match),
    })),
  };
}

/**
 * Returns the first `MAX_MATCHES` times that staff can book for an entry within a range of days. Throws `not_found` for an
 * unknown entry.
 */
export async function entryMatches(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  entryId: string,
  { from, to }: Static<typeof MatchesQuery>,
  { own, now }: Asking,
): Promise<Static<typeof EntryMatches>> {
  const { businessId } = snapshot;
  const [row] = await reader.query(findCandidate, { businessId, entryId, ownStaffId: own?.staffId ?? null });
  const location = row === undefined ? undefined : snapshot.locations.get(row.location_id);
  if (row === undefined || location === undefined) {
    await assertCurrent(reader, snapshot);
    throw notFound();
  }
  const freed = daysOf(location, from, to, now);
  const candidate = await candidateReader(reader, snapshot, location, { audience: "team", ...freed })(row);
  const found: CandidateStart[] = [];
  for (const start of candidate.starts) {
    if (found.length === MAX_MATCHES) break;
    found.push(...matches(freed, [{ ...candidate, starts: [start] }], "team_picks", new Set()));
  }
  return { matches: found.map((match) => matchRecord(location, match)) };
}

/** Converts local days to a span of time that begins no earlier than now. Throws `validation_failed` for an invalid range. */
function daysOf(
  { zone }: LocationSnapshot,
  from: string | undefined,
  to: string | undefined,
  now: number,
): FreedTime {
  const first = from === undefined ? dayAt(zone, now) : (dayOf(from) ?? 0);
  const last = to === undefined ? first + DEFAULT_DAYS - 1 : (dayOf(to) ?? 0);
  if (last < first) throw invalid({ path: "/to", message: "must not be before `from`" });
  if (last - first >= MAX_DAYS)
    throw invalid({ path: "/to", message: `must be at most ${MAX_DAYS - 1} days after \`from\`` });
  const startsAt = Math.max(now, startOfDay(zone, first));
  const endsAt = startOfDay(zone, last + 1);
  return { zone, now, intervals: endsAt > startsAt ? [{ startsAt, endsAt }] : [] };
}

function matchRecord({ zone }: LocationSnapshot, { startsAt, endsAt, items }: CandidateStart) {
  return {
    starts_at: localText(zone, startsAt),
    ends_at: localText(zone, endsAt),
    items: items.map(({ service_id, staff_id }) => ({ service_id, staff_id })),
  };
}
