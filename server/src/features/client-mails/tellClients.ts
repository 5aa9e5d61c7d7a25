import type { Clock } from "../../kernel/clock.ts";
import type { EventType } from "../../kernel/events.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { EventConsumer } from "../../platform/outbox/relay.ts";
import type { LetterWriting } from "./letter.ts";
import { type News, newsFor } from "./news.ts";
import { reminderDueAt } from "./remind.ts";
import { rememberTold, type ToldVisit, type VisitToTell, visitsOfEvents } from "./store.ts";
import { writeLetter } from "./writeLetter.ts";

/** Behind these a client may have to hear something. */
const TELLING: ReadonlySet<EventType> = new Set([
  "appointment.created",
  "appointment.updated",
  "appointment.canceled",
]);

/**
 * Writes to clients what has become of their visits, in the transaction in which the relay numbers the events: a letter
 * for each difference between a visit and what its client knows (news.ts), and once for each, because what they know
 * now is written down beside it. Visits whose start is past are left alone. A repeat that was booked together is one
 * letter.
 */
export function tellClients(options: LetterWriting & { readonly clock: Clock }): EventConsumer {
  return {
    name: "client mails",
    async consume(tx, events) {
      const telling = events.filter(({ type }) => TELLING.has(type));
      if (telling.length === 0) return;
      const now = options.clock.now();
      const visits = await visitsOfEvents(tx, telling, now);
      const changed = visits.filter(isNotAsTold);
      for (const { news, together } of lettersFor(changed))
        writeLetter(tx, options, { news, visits: together, now });
      rememberTold(
        tx,
        changed.map((visit) => toldNow(visit, now)),
      );
    },
  };
}

/** Visits that are under way, over or missed leave what was told as it was: an undo may bring them back. */
function isNotAsTold(visit: VisitToTell): boolean {
  const { status, starts_at, told_status, told_starts_at } = visit;
  const isTellable = isExpected(visit) || status === "cancelled" || status === "declined";
  return isTellable && (status !== told_status || starts_at !== told_starts_at);
}

interface LetterToWrite {
  readonly news: News;
  /** By start; several only of one repeat that is new to the client. */
  readonly together: readonly VisitToTell[];
}

function lettersFor(visits: readonly VisitToTell[]): LetterToWrite[] {
  const letters = new Map<string, { news: News; together: VisitToTell[] }>();
  for (const visit of visits) {
    const { told_status, told_starts_at } = visit;
    const isNew = told_status === null || told_starts_at === null;
    // Whoever was booked elsewhere and brought here has been told there.
    if (isNew && visit.source === "import") continue;
    const told = isNew ? null : { status: told_status, startsAt: told_starts_at };
    const news = newsFor(told, { status: visit.status, startsAt: visit.starts_at });
    if (news === null) continue;
    const isOfRepeat = isNew && visit.series_id !== null && (news === "requested" || news === "booked");
    const key = isOfRepeat ? `${visit.series_id} ${news}` : visit.appointment_id;
    const letter = letters.get(key) ?? { news, together: [] };
    letter.together.push(visit);
    letters.set(key, letter);
  }
  return [...letters.values()];
}

function toldNow(visit: VisitToTell, now: number): ToldVisit {
  return {
    businessId: visit.business_id,
    id: visit.appointment_id,
    status: visit.status,
    startsAt: visit.starts_at,
    reminderDueAt: isExpected(visit) ? reminderDueAt(visit.starts_at, now) : null,
  };
}

function isExpected({ status }: VisitToTell): boolean {
  return status === "requested" || status === "booked";
}

/**
 * From now on the client of a visit counts as told that it is cancelled: nobody writes to them. In the transaction that
 * cancels it, after everything else is locked.
 */
export function cancelWithoutAWord(
  tx: Transaction,
  businessId: string,
  visit: { readonly id: string; readonly startsAt: number },
): void {
  const { id, startsAt } = visit;
  rememberTold(tx, [{ businessId, id, status: "cancelled", startsAt, reminderDueAt: null }]);
}
