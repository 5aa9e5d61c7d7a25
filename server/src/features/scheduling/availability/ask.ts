import type { Static } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { eventLoop, type RunPiece } from "../../../platform/limits/index.ts";
import { assertCurrent, type SchedulingSnapshot, withSnapshot } from "../snapshot/index.ts";
import { type AnswerForm, AvailabilityAnswer } from "./answer.ts";
import { windowOf } from "./query.ts";
import { readSearch, type SlotRequest } from "./readSearch.ts";
import { lookUp, readExcluded, readOnlineStatus } from "./references.ts";
import type { AvailabilityQuery } from "./schema.ts";
import { searchInParts } from "./searchInParts.ts";

type Query = Static<typeof AvailabilityQuery>;

/**
 * Returns the response to an availability request (contract §4) as JSON text, because there can be thousands of slots. Every slot
 * is bookable for the requested audience. Throws `validation_failed` for unknown ids and, for a staff member, for an appointment
 * or client that is not their `own`. Reads without locks.
 *
 * Searches and writes in parts; between them, the event loop serves other businesses (decision 36).
 */
export async function findAvailability(
  context: Context,
  businessId: string,
  query: Query,
  own: OwnOnly | null = null,
  run: RunPiece = (piece) => eventLoop.run(businessId, piece),
): Promise<string> {
  const { database } = context;
  const now = context.clock.now();
  return withSnapshot(database, businessId, async (snapshot) => {
    const { location, items, problems } = lookUp(snapshot, query);
    if (location === undefined || problems.length > 0) {
      await assertCurrent(database, snapshot);
      throw invalid(...problems);
    }
    const window = windowOf(location, query.from, query.to);
    const audience = query.audience ?? "team";
    const [onlineStatus, excludeAppointmentId] = await Promise.all([
      readOnlineStatus(database, businessId, query, own),
      readExcluded(database, businessId, query, own),
    ]);
    const form = { view: query.view ?? "slots", explain: query.explain === true };
    const patchTestOn =
      audience === "online" && onlineStatus !== undefined ? { patchTestOn: onlineStatus.patch_test_at } : {};
    const request = { location, items, audience, now, ...window, excludeAppointmentId, ...patchTestOn };
    // A client who is blocked online gets no slots and no reasons, so that the response does not disclose the block.
    if (audience === "online" && onlineStatus?.blocked === true) {
      await assertCurrent(database, snapshot);
      return new AvailabilityAnswer(snapshot, location, window, form).json(null);
    }
    return answerRequest(run, database, snapshot, request, form);
  });
}

/** Runs a search and returns its response as JSON text, for the window of the request. */
export async function answerRequest(
  run: RunPiece,
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
  form: AnswerForm,
): Promise<string> {
  const answer = new AvailabilityAnswer(snapshot, request.location, request, form);
  await searchInParts(run, await readSearch(reader, snapshot, request), (part) => answer.add(run, part));
  const next = answer.hasSlots ? null : await nextStart(run, reader, snapshot, request);
  return run(() => answer.json(next));
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

async function nextStart(
  run: RunPiece,
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
): Promise<number | null> {
  const end = request.untilAt + SEARCH_AHEAD_DAYS * DAY;
  for (let fromAt = request.untilAt; fromAt < end; fromAt += STRIDE_DAYS * DAY) {
    const untilAt = Math.min(end, fromAt + STRIDE_DAYS * DAY);
    if (untilAt <= request.now) continue;
    let first: number | undefined;
    const search = await readSearch(reader, snapshot, { ...request, fromAt, untilAt });
    await searchInParts(run, search, async ({ slots }) => {
      first = slots.starts[0];
      return first === undefined;
    });
    if (first !== undefined) return first;
  }
  return null;
}
