import type { Clock, DatabaseClock } from "../../../kernel/clock.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { Sealer } from "../../../platform/encryption.ts";
import { type OutboundPolicy, openOutboundHttp } from "../../../platform/outbound-http/index.ts";
import { type Claim, openClaims } from "./claims.ts";
import { type LaneLimits, openLane, type Place } from "./lane.ts";
import { openResults, type Recorded } from "./results.ts";
import { send } from "./send.ts";
import { watchFailing } from "./watch.ts";

export interface Deliverer {
  /** Look now: something is due. */
  wake(): void;
  /** For tests: sends until nothing is due any more, and judges what fails. */
  drain(): Promise<void>;
  /**
   * Lets attempts under way end and writes them down; starts none. One that has not ended after eight seconds is cut
   * off: it is no failure of the receiver's, and whoever comes next sends it again.
   */
  close(): Promise<void>;
}

export interface DelivererOptions {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly policy: OutboundPolicy;
  readonly log: (message: string, error: unknown) => void;
  /** Told of every attempt, for the metrics. */
  readonly onAttempt?: (outcome: "succeeded" | "failed") => void;
  /** How long a receiver may take; ten seconds unless told. */
  readonly timeoutMs?: number;
  /** False: only when it is asked to, in tests. */
  readonly runsByItself?: boolean;
  readonly lanes?: Record<LaneName, LaneLimits>;
}

const POLL_MS = 1_000;
const WATCH_MS = 5_000;
/** A request that lasts longer is taken for slow. */
const PROMPT_MS = 250;
/** A process that is asked to end has ten seconds in all; this leaves it time to give back what it cuts off. */
const GOODBYE_MS = 8_000;
/** Deliveries to one endpoint before others have their turn. */
const MOST_IN_A_TURN = 16;

type LaneName = "healthy" | "failing";

/**
 * How much one process sends at the same time. Failing endpoints have a few places to themselves, so that however many
 * of them hang, the healthy ones do not wait for them; those that hang for the first time step aside (lane.ts).
 */
const LANES = { healthy: { prompt: 96, slow: 1_000 }, failing: { prompt: 64, slow: 0 } };

/**
 * Sends what is due. An endpoint is claimed, not a delivery: everything for one goes out one after the other, and one
 * that hangs holds up nobody but itself. Any number of processes may run a deliverer.
 */
export function openDeliverer(options: DelivererOptions): Deliverer {
  const { database, databaseClock, log, onAttempt, runsByItself = true } = options;
  const { timeoutMs, lanes: limits = LANES } = options;
  const outgoing = openOutboundHttp({
    policy: options.policy,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const sending = { outgoing, sealer: options.sealer, clock: options.clock };
  const claims = openClaims(database, databaseClock);
  const record = openResults(database, databaseClock);
  const lanes = {
    healthy: { lane: openLane(limits.healthy), isTaking: false, mayHaveMore: false },
    failing: { lane: openLane(limits.failing), isTaking: false, mayHaveMore: false },
  };
  const names: readonly LaneName[] = ["healthy", "failing"];
  const underWay = new Set<Promise<void>>();
  const logged = onceEach(log);
  let isClosed = false;
  let isCuttingOff = false;
  let watchedAt = performance.now();

  /** Fills the free places of a lane, again and again while there may be more than fitted in. */
  async function fill(name: LaneName): Promise<number> {
    const state = lanes[name];
    let taken = 0;
    if (state.isTaking) {
      state.mayHaveMore = true;
      return taken;
    }
    state.isTaking = true;
    try {
      state.mayHaveMore = true;
      while (state.mayHaveMore && !isClosed) {
        const room = state.lane.room();
        if (room === 0) break;
        state.mayHaveMore = false;
        const found = await claims.take(name, room);
        taken += found.length;
        if (found.length === room) state.mayHaveMore = true;
        for (const claim of found) track(serve(name, claim));
      }
      logged.went("take");
    } catch (error) {
      logged.failed("take", "deliveries could not be looked for", error);
    }
    state.isTaking = false;
    return taken;
  }

  function track(work: Promise<unknown>): void {
    const done = work.then(
      () => void underWay.delete(done),
      () => void underWay.delete(done),
    );
    underWay.add(done);
  }

  /** Sends what an endpoint has due, for as long as it takes it and others do not wait for too long. */
  async function serve(name: LaneName, claim: Claim): Promise<void> {
    const state = lanes[name];
    const place = state.lane.enter();
    try {
      for (let turn = 1; ; turn++) {
        const ended = await attempt(claim, place, turn < MOST_IN_A_TURN);
        if (ended?.goesOn) continue;
        if (ended?.isDue) state.mayHaveMore = true;
        break;
      }
      logged.went("serve");
    } catch (error) {
      // Its lease runs out by itself, and whoever comes then sends what is due.
      logged.failed("serve", "a delivery was interrupted, and will be sent again", error);
    }
    place.leave();
    if (state.mayHaveMore) track(fill(name));
  }

  async function attempt(claim: Claim, place: Place, mayGoOn: boolean): Promise<Recorded | undefined> {
    const delivery = await claims.nextDelivery(claim);
    if (delivery === undefined || isClosed) {
      await claims.giveBack(claim);
      return undefined;
    }
    const slowness = setTimeout(() => {
      place.stepAside();
      if (lanes.healthy.mayHaveMore) track(fill("healthy"));
    }, PROMPT_MS);
    const result = await send(sending, claim, delivery, mayGoOn && !isClosed);
    clearTimeout(slowness);
    if (isCuttingOff && !result.succeeded) {
      await claims.giveBack(claim);
      return undefined;
    }
    onAttempt?.(result.succeeded ? "succeeded" : "failed");
    return record(result);
  }

  async function watch(): Promise<boolean> {
    watchedAt = performance.now();
    try {
      const isDue = await watchFailing(database, databaseClock);
      logged.went("watch");
      return isDue;
    } catch (error) {
      logged.failed("watch", "failing endpoints could not be looked at", error);
      return false;
    }
  }

  function wake(): void {
    if (isClosed) return;
    for (const name of names) track(fill(name));
  }

  const stopListening = runsByItself ? database.listen("deliveries", wake) : () => {};
  const poll = setInterval(() => {
    if (!runsByItself) return;
    wake();
    if (performance.now() - watchedAt >= WATCH_MS) track(watch());
  }, POLL_MS);
  if (runsByItself) wake();

  async function ended(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    wake,
    async drain() {
      do {
        let taken = 0;
        do {
          taken = (await fill("healthy")) + (await fill("failing"));
          await ended();
        } while (taken > 0);
      } while (await watch());
    },
    async close() {
      isClosed = true;
      clearInterval(poll);
      stopListening();
      const impatience = setTimeout(() => {
        isCuttingOff = true;
        void outgoing.close();
      }, GOODBYE_MS);
      await ended();
      clearTimeout(impatience);
      await outgoing.close();
    },
  };
}

/** A database that is away for a minute is one line of each kind, not hundreds. */
function onceEach(log: (message: string, error: unknown) => void) {
  const failing = new Set<string>();
  return {
    went: (what: string) => void failing.delete(what),
    failed(what: string, message: string, error: unknown) {
      if (!failing.has(what)) log(message, error);
      failing.add(what);
    },
  };
}
