import type { TakenTime } from "@daybook/engine";
import { isRefusal } from "../../../kernel/errors.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { readBookingPage } from "../../business/booking-page/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import {
  type LocationSnapshot,
  type SchedulingSnapshot,
  withSnapshot,
} from "../../scheduling/snapshot/index.ts";
import { NotOffered } from "../holds/index.ts";
import { answerBy } from "./answerTimes.ts";
import { bookAtOnce, isBookedAtOnce } from "./bookAtOnce.ts";
import { candidateReader } from "./candidates.ts";
import { lockWithOffer } from "./endOffer.ts";
import { makeOffer } from "./makeOffer.ts";
import { type Candidate, type Match, type MatchMode, matches, refusalKey } from "./matches.ts";
import { type CandidateRow, listCandidates, listRefused } from "./offerStore.ts";
import { findSettings } from "./settingsStore.ts";

/** Maximum number of a location's entries per run of the matching. */
const MAX_CANDIDATES = 500;
/** The length in milliseconds of the search for free time after a change of working hours. The search begins at the current time. */
const HORIZON_MS = 90 * 86_400_000;

export interface MatchContext {
  readonly database: Database;
  readonly secret: string;
  readonly provider: PaymentProvider | null;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Freed time of a location. A span without start and end means all time from now on. */
export interface DueTime {
  readonly businessId: string;
  readonly locationId: string;
  readonly rows: readonly { readonly starts_at: number | null; readonly ends_at: number | null }[];
}

/**
 * Matches the freed time of a location with its waiting entries and offers or books each match in a separate transaction. Does
 * nothing unless the location is published and makes offers automatically.
 */
export async function matchLocation(context: MatchContext, due: DueTime): Promise<void> {
  const { database, now } = context;
  const { businessId, locationId } = due;
  const [[settings], { waitlist_mode }] = await Promise.all([
    database.query(findSettings, { businessId, locationId }),
    readBookingPage(database, businessId),
  ]);
  const mode = settings?.mode ?? "first_in_line";
  if (settings?.is_published !== true || waitlist_mode !== "automatic" || mode === "team_picks") return;
  const intervals = due.rows.map(({ starts_at, ends_at }) => ({
    startsAt: Math.max(now, starts_at ?? now),
    endsAt: Math.min(ends_at ?? now + HORIZON_MS, now + 2 * HORIZON_MS),
  }));
  await withSnapshot(database, businessId, async (snapshot) => {
    const location = snapshot.locations.get(locationId);
    if (location?.active !== true) return;
    const rows = await database.query(listCandidates, {
      businessId,
      locationId,
      ownStaffId: null,
      limit: MAX_CANDIDATES,
    });
    const offerable = rows.filter((row) => !row.is_blocked && row.client_email !== null);
    const read = candidateReader(database, snapshot, location, { audience: "online", intervals, now });
    const candidates: Candidate[] = [];
    for (const row of offerable) candidates.push(await read(row));
    const entryIds = offerable.map(({ id }) => id);
    const refusedRows = await database.query(listRefused, { businessId, entryIds, now });
    const refused = new Set(refusedRows.map((row) => refusalKey(row.entry_id, row.starts_at)));
    const rowById = new Map(offerable.map((row) => [row.id, row]));
    await offerInTurn(context, snapshot, { location, intervals, candidates, mode, refused, rowById });
  });
}

/**
 * Offers each match. If the time of a match is already taken, excludes this time for the entry of the match and matches the
 * remaining entries again.
 */
async function offerInTurn(
  context: MatchContext,
  snapshot: SchedulingSnapshot,
  {
    location,
    intervals,
    candidates,
    mode,
    refused,
    rowById,
  }: {
    readonly location: LocationSnapshot;
    readonly intervals: readonly { readonly startsAt: number; readonly endsAt: number }[];
    readonly candidates: readonly Candidate[];
    readonly mode: MatchMode;
    readonly refused: Set<string>;
    readonly rowById: ReadonlyMap<string, CandidateRow>;
  },
): Promise<void> {
  const { now, signal } = context;
  const freed = { zone: location.zone, now, intervals };
  const taken: TakenTime[] = [];
  let waiting = candidates.map((candidate) => ({
    ...candidate,
    starts: candidate.starts.filter((start) => answerBy(start.startsAt, now) !== null),
  }));
  for (let isComplete = false; !isComplete && !signal.aborted; ) {
    isComplete = true;
    const done = new Set<string>();
    for (const match of matches(freed, waiting, mode, refused, taken)) {
      const row = rowById.get(match.entryId);
      if (row === undefined || signal.aborted) break;
      const outcome = await offerMatch(context, snapshot, match, row, mode);
      if (outcome === "taken") {
        refused.add(refusalKey(match.entryId, match.startsAt));
        isComplete = false;
        break;
      }
      done.add(match.entryId);
      if (outcome === "done") taken.push(...match.taken);
    }
    waiting = waiting.filter(({ entryId }) => !done.has(entryId));
  }
}

/**
 * Offers or books a match if its entry is still waiting. Returns `taken` if the time is already taken, and `gone` if the entry
 * gets no offer in this run.
 */
function offerMatch(
  { database, secret, provider, now }: MatchContext,
  snapshot: SchedulingSnapshot,
  match: Match,
  row: CandidateRow,
  mode: MatchMode,
): Promise<"done" | "gone" | "taken"> {
  const expiresAt = answerBy(match.startsAt, now) ?? now;
  const offered = { ...match, secret, isHeld: mode !== "offer_to_all", expiresAt, now };
  const run = async (tx: Transaction): Promise<"done" | "gone"> => {
    const locked = await lockWithOffer(tx, snapshot.businessId, match.entryId);
    if (locked?.entry.status !== "waiting") return "gone";
    if (await isBookedAtOnce(tx, snapshot, provider, row, match, now))
      await bookAtOnce(tx, snapshot, locked.entry, offered);
    else await makeOffer(tx, snapshot, locked.entry, offered);
    return "done";
  };
  return database.transaction(run).catch((error: unknown) => {
    if (error instanceof NotOffered) return "taken";
    if (isRefusal(error)) return "gone";
    throw error;
  });
}
