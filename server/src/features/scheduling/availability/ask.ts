import type { Static } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { CachedRead } from "../../../platform/http/route.ts";
import { eventLoop, type RunPiece } from "../../../platform/limits/index.ts";
import { assertCurrent, currentVersions, type SchedulingSnapshot, withSnapshot } from "../snapshot/index.ts";
import { type AnswerForm, AvailabilityAnswer } from "./answer.ts";
import { findAnswer, findCurrent, storeAnswer, validityAt } from "./answerCache.ts";
import { windowOf } from "./query.ts";
import { limitedServices, readSearch, type SlotRequest, subjectsOf } from "./readSearch.ts";
import { lookUp, readExcluded, readOnlineStatus } from "./references.ts";
import type { AvailabilityQuery } from "./schema.ts";
import { searchInParts } from "./searchInParts.ts";

type Query = Static<typeof AvailabilityQuery>;
/** Runs a computation as work of the business in the fair scheduler (decision 36). */
type Compute = <T>(computation: (run: RunPiece) => Promise<T>) => Promise<T>;

/**
 * Returns the response to an availability request (contract §4) as JSON text, which is written directly, because a response can
 * contain thousands of slots. Every slot is bookable for the requested audience. Throws `validation_failed` for unknown ids
 * and, for a staff member, for an appointment or client that the `own` restriction hides. Reads without locks.
 *
 * If no data has changed since an equal request, returns the cached response (answerCache.ts). Otherwise searches and writes
 * the response in parts. Between two parts, the event loop serves other businesses (decision 36).
 */
export async function findAvailability(
  context: Context,
  businessId: string,
  query: Query,
  own: OwnOnly | null = null,
  compute: Compute = (computation) => eventLoop.compute(businessId, computation),
): Promise<Buffer> {
  const { database } = context;
  const now = context.clock.now();
  const question = questionOf(businessId, query);
  const found = question === null ? {} : await findAnswer(database, { businessId, question, now });
  if (found.body !== undefined) return found.body;
  return compute((run) =>
    withSnapshot(database, businessId, async (snapshot) => {
      const { location, items, problems } = lookUp(snapshot, query);
      if (location === undefined || problems.length > 0) {
        await assertCurrent(database, snapshot);
        throw invalid(...problems);
      }
      const window = windowOf(location, query.from, query.to);
      const audience = query.audience ?? "team";
      const subjectIds = subjectsOf({ location, items });
      const [onlineStatus, excludeAppointmentId, versions] = await Promise.all([
        readOnlineStatus(database, businessId, query, own),
        readExcluded(database, businessId, query, own),
        found.versions?.snapshotVersion === snapshot.version
          ? found.versions
          : currentVersions(database, businessId, subjectIds),
      ]);
      const form = { view: query.view ?? "slots", explain: query.explain === true };
      const patchTestOn =
        audience === "online" && onlineStatus !== undefined
          ? { patchTestOn: onlineStatus.patch_test_at }
          : {};
      const request = {
        location,
        items,
        audience,
        now,
        ...window,
        excludeAppointmentId,
        versions,
        ...patchTestOn,
      };
      // The response for a client who is blocked from online booking contains no slots and no reasons, so that it does not disclose the
      // block.
      if (audience === "online" && onlineStatus?.blocked === true) {
        await assertCurrent(database, snapshot);
        return new AvailabilityAnswer(snapshot, location, window, form).body(null);
      }
      const { body, holdsExpireAt } = await answerOf(run, database, snapshot, request, form);
      // Does not cache a response that a day limit affects, because bookings of staff members outside the search count towards
      // the limit.
      if (question !== null && limitedServices(request).length === 0) {
        const validity = validityAt(now, { fromAt: window.fromAt, audience, holdsExpireAt });
        storeAnswer(database, question, { body, snapshot, subjectIds, versions, validity });
      }
      return body;
    }),
  );
}

/**
 * Returns a function that looks up the cached response to an availability request; null if responses to this request are never
 * cached.
 */
export function cachedAvailability(
  { database, clock }: Context,
  businessId: string,
  query: Query,
): CachedRead | null {
  const question = questionOf(businessId, query);
  return question === null ? null : () => findCurrent(database, { businessId, question, now: clock.now() });
}

/**
 * Returns the cache key of an availability request; null for a request with an appointment or a client, because such a response
 * is not cached. The key does not contain the caller, because all callers of a business get the same response.
 */
function questionOf(businessId: string, query: Query): string | null {
  if (query.client_id !== undefined || query.exclude_appointment_id !== undefined) return null;
  const { location_id, service_ids, staff_ids, from, to, audience, view, explain } = query;
  return `${businessId} ${location_id} ${service_ids} ${staff_ids} ${from} ${to} ${audience} ${view} ${explain}`;
}

/** Searches the window of the request and returns the response body. */
export async function answerRequest(
  run: RunPiece,
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
  form: AnswerForm,
): Promise<Buffer> {
  return (await answerOf(run, reader, snapshot, request, form)).body;
}

interface SearchedAnswer {
  readonly body: Buffer;
  readonly holdsExpireAt: number;
}

async function answerOf(
  run: RunPiece,
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
  form: AnswerForm,
): Promise<SearchedAnswer> {
  const answer = new AvailabilityAnswer(snapshot, request.location, request, form);
  const search = await readSearch(reader, snapshot, request);
  await searchInParts(run, search, (part) => answer.add(run, part));
  const next = answer.hasSlots ? NONE : await nextStart(run, reader, snapshot, request);
  return {
    body: await run(() => answer.body(next.startsAt)),
    holdsExpireAt: Math.min(search.holdsExpireAt, next.holdsExpireAt),
  };
}

const DAY = 86_400_000;
/** After a window without slots, this many days are searched for the next start (contract §4), `STRIDE_DAYS` at a time. */
const SEARCH_AHEAD_DAYS = 90;
const STRIDE_DAYS = 15;

/** Returns the first available start in the window of a request; null for none. */
export async function firstStart(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
): Promise<number | null> {
  let first: number | undefined;
  await searchInParts(
    (piece) => eventLoop.run(snapshot.businessId, piece),
    await readSearch(reader, snapshot, request),
    async ({ slots }) => {
      first = slots.starts[0];
      return first === undefined;
    },
  );
  return first ?? null;
}

/** The first start after a window, and the earliest expiry of the holds that the search has read. */
interface NextStart {
  readonly startsAt: number | null;
  readonly holdsExpireAt: number;
}

const NONE: NextStart = { startsAt: null, holdsExpireAt: Number.POSITIVE_INFINITY };

async function nextStart(
  run: RunPiece,
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
): Promise<NextStart> {
  const end = request.untilAt + SEARCH_AHEAD_DAYS * DAY;
  let { holdsExpireAt } = NONE;
  for (let fromAt = request.untilAt; fromAt < end; fromAt += STRIDE_DAYS * DAY) {
    const untilAt = Math.min(end, fromAt + STRIDE_DAYS * DAY);
    if (untilAt <= request.now) continue;
    let first: number | undefined;
    const search = await readSearch(reader, snapshot, { ...request, fromAt, untilAt });
    holdsExpireAt = Math.min(holdsExpireAt, search.holdsExpireAt);
    await searchInParts(run, search, async ({ slots }) => {
      first = slots.starts[0];
      return first === undefined;
    });
    if (first !== undefined) return { startsAt: first, holdsExpireAt };
  }
  return { startsAt: null, holdsExpireAt };
}
