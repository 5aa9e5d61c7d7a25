import type { Readable } from "node:stream";
import { ApiError } from "../../../kernel/errors.ts";
import { outsideSandbox } from "../../../platform/businessTime.ts";
import { asSystem, type Database } from "../../../platform/database/index.ts";
import { withoutRequestTime } from "../../../platform/requestTime.ts";
import type { ChangeRow } from "./audience.ts";
import { readChanges } from "./readChanges.ts";
import { type Listener, Stream } from "./stream.ts";

export interface ChangesHub {
  /** Opens a stream of notices. The stream ends when the business member's role changes, or when the session or membership ends. */
  open(listener: Listener): Promise<Readable>;
  close(): void;
}

export interface HubOptions {
  readonly database: Database;
  readonly log: (message: string, error: unknown) => void;
  /** Whether the process is shutting down. All streams then end, and their clients connect to another process. */
  readonly isEnding?: () => boolean;
}

/** The polling interval in milliseconds, which is the maximum delay until the hub finds changes of other processes. */
const POLL_MS = 500;
/**
 * The delay in milliseconds between a commit in this process and the query for changes. One query returns the changes of all commits within
 * the delay.
 */
const GATHER_MS = 20;
/**
 * The interval in milliseconds of the checks that end a stream after a sign-out, a change of the business member's role or the removal of
 * the business member.
 */
const CHECK_MS = 2_000;
const COMMENT_MS = 15_000;
/** Maximum number of streams per process. A stream needs about 60 kB. */
const MAX_STREAMS = 2_000;

/**
 * Creates the hub of a process. The hub reads each change once and passes it to all streams, so an additional stream needs no additional
 * SQL statements. While a stream is open, the hub reads changes after each commit of this process and polls for commits of other processes.
 * Every two seconds, one query reads the roles of the business members of all streams.
 */
export function openHub({ database, log, isEnding = () => false }: HubOptions): ChangesHub {
  const streams = new Set<Stream>();
  let position: number | undefined;
  let poll: NodeJS.Timeout | undefined;
  let dueAt = 0;
  let isWoken = false;
  let checks: NodeJS.Timeout | undefined;
  let comments: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let underWay: Promise<void> | undefined;
  let lastFailure: string | undefined;

  /** Reads the changes committed since the last round. Rounds never overlap. */
  function round(): Promise<void> {
    underWay ??= readRound().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function readRound(): Promise<void> {
    isWoken = false;
    try {
      const businessIds = [...new Set([...streams].map(({ businessId }) => businessId))];
      const isOwnNeeded = [...streams].some(({ isOwnOnly }) => isOwnOnly);
      const read = await readChanges(database, { businessIds, after: position, isOwnNeeded });
      position = read.position;
      const byBusiness = Map.groupBy(read.changes, ({ business_id }) => business_id);
      for (const stream of streams) stream.deliver(byBusiness.get(stream.businessId) ?? [], position);
      lastFailure = undefined;
    } catch (error) {
      // Logs only the first of several equal consecutive failures. Clients miss no change, because the next round starts at the
      // same position.
      if (String(error) !== lastFailure) log("changes could not be read and will be retried", error);
      lastFailure = String(error);
    }
  }

  /** Schedules the next round. Does not postpone a round that is already scheduled, so that constant commits cannot delay the round. */
  function plan(inMs: number): void {
    const at = performance.now() + inMs;
    if (streams.size === 0 || (poll !== undefined && dueAt <= at)) return;
    clearTimeout(poll);
    dueAt = at;
    poll = setTimeout(() => {
      poll = undefined;
      if (isEnding()) close();
      else void round().then(() => plan(isWoken ? GATHER_MS : POLL_MS));
    }, inMs);
  }

  /**
   * Schedules a round after a commit. The round itself commits the numbers that it assigns to changes. This commit schedules one more
   * round, which finds no changes.
   */
  function wake(): void {
    if (underWay === undefined) plan(GATHER_MS);
    else isWoken = true;
  }

  /**
   * Starts listening and polling. `open` calls this outside the request's context, because the timers must not inherit the time
   * limit and actor of the request that opens the first stream.
   */
  function start(): void {
    if (stopListening !== undefined) return;
    stopListening = database.listen("commits", wake);
    checks = setInterval(() => void Promise.all([...streams].map((stream) => stream.check())), CHECK_MS);
    comments = setInterval(() => {
      for (const stream of streams) stream.comment();
    }, COMMENT_MS);
    plan(POLL_MS);
  }

  function stop(): void {
    clearTimeout(poll);
    poll = undefined;
    clearInterval(checks);
    clearInterval(comments);
    stopListening?.();
    stopListening = undefined;
    // The hub reads the current position again when the next stream opens.
    position = undefined;
  }

  function close(): void {
    for (const stream of [...streams]) stream.end();
  }

  return {
    close,
    open: (listener) => withoutRequestTime(() => outsideSandbox(() => asSystem(() => openStream(listener)))),
  };

  async function openStream(listener: Listener): Promise<Readable> {
    if (streams.size >= MAX_STREAMS)
      throw new ApiError(
        "unavailable",
        `The server has reached its limit of ${MAX_STREAMS} open change streams. Try again shortly.`,
      );
    const stream: Stream = new Stream(listener, () => {
      streams.delete(stream);
      if (streams.size === 0) stop();
    });
    streams.add(stream);
    start();
    try {
      await stream.begin(round, (after) => missed(listener, after));
    } catch (error) {
      stream.end();
      throw error;
    }
    return stream.readable;
  }

  async function missed({ businessId }: Listener, after: number): Promise<ChangeRow[] | null> {
    const read = await readChanges(database, { businessIds: [businessId], after, isOwnNeeded: true });
    return read.isComplete ? read.changes : null;
  }
}
