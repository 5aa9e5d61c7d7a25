import { median } from "../alternately.ts";
import { perSecond, type Row } from "../table.ts";
import type { Fixture } from "./fixture.ts";
import { idOf } from "./ids.ts";
import { responsesPerSecond } from "./load.ts";
import { readOneScript, transactionsPerSecond } from "./pgbench.ts";
import { processRows } from "./processRows.ts";
import { createReference, referenceScript, referenceVariables } from "./reference.ts";
import { type BenchSalon, CLIENTS, STAFF } from "./salon.ts";
import { FIRST_BOOKED_APPOINTMENT, MONTH_DAYS, monthFromAt } from "./seed.ts";

const DAY = 86_400_000;
const READ_CONNECTIONS = 16;
const BOOK_CONNECTIONS = 16;
const SEARCH_CONNECTIONS = 8;
/** The number of appointments that the read benchmarks use: the appointments of the month, rounded down to thousands. */
const READABLE = 12_000;

/**
 * The number of search windows for each round. A round sends fewer requests than this number, so no request repeats an earlier
 * window.
 */
const NEW_WINDOWS = 20_000;

/** A function that runs a load and returns its rate per second. */
type Work = () => Promise<number>;

/** Generates loads on one salon and compares their rates with references. */
export class Measure {
  readonly #fixture: Fixture;
  readonly #salon: BenchSalon;
  readonly #seconds: number;
  readonly #rounds: number;
  /** The number of the next booking. The number determines the booking's time. pgbench books in a separate, later range. */
  #next = 0;
  #pgbenchNext = FIRST_BOOKED_APPOINTMENT;
  #nextWindow = 0;
  #reference: Promise<string> | undefined;

  constructor(fixture: Fixture, salon: BenchSalon, seconds: number, rounds: number) {
    this.#fixture = fixture;
    this.#salon = salon;
    this.#seconds = seconds;
    this.#rounds = rounds;
  }

  /** Measures a load and its reference in alternating rounds, after a first round that warms both up. */
  async row(
    name: string,
    measured: Work,
    referenceName: string,
    reference: Work,
    minRatio: number,
  ): Promise<Row> {
    const measuredRates: number[] = [];
    const referenceRates: number[] = [];
    for (let round = 0; round <= this.#rounds; round++) {
      const [measuredRate, referenceRate] = [await measured(), await reference()];
      if (round === 0) continue;
      measuredRates.push(measuredRate);
      referenceRates.push(referenceRate);
    }
    const ratio = median(measuredRates) / median(referenceRates);
    return {
      name,
      result: perSecond(median(measuredRates)),
      reference: `${referenceName} ${perSecond(median(referenceRates))}`,
      ratio,
      target: `≥ ${minRatio.toFixed(2)}`,
      isMet: ratio >= minRatio,
    };
  }

  /** Measures a load without a reference. */
  async single(name: string, measured: Work, minRate: number): Promise<Row> {
    const rate = await this.rate(measured);
    return { name, result: perSecond(rate), reference: "", target: `≥ ${minRate}/s`, isMet: rate >= minRate };
  }

  async rate(work: Work): Promise<number> {
    await work();
    const rates: number[] = [];
    for (let round = 0; round < this.#rounds; round++) rates.push(await work());
    return median(rates);
  }

  readonly book: Work = async () => {
    const { server, now } = this.#fixture;
    const salon = this.#salon;
    const kind = {
      name: "book",
      salon: salon.number,
      path: this.#path("/appointments"),
      locationId: salon.locationId,
      serviceId: salon.serviceId,
      staff: STAFF,
      clients: CLIENTS,
      firstAt: monthFromAt(now) + 60 * DAY + 7 * 3_600_000,
    } as const;
    const load = {
      port: server.port,
      keys: [salon.key],
      connections: BOOK_CONNECTIONS,
      seconds: this.#seconds,
    };
    const done = await responsesPerSecond({ ...load, first: this.#next, kind }, "201");
    this.#next = done.next;
    return done.perSecond;
  };

  readonly pgbenchBook: Work = async () => {
    const { connectionString, now } = this.#fixture;
    this.#reference ??= createReference(connectionString);
    const perSecond = await transactionsPerSecond(await this.#reference, referenceScript, {
      connections: BOOK_CONNECTIONS,
      seconds: this.#seconds,
      variables: {
        first: this.#pgbenchNext,
        offset: FIRST_BOOKED_APPOINTMENT,
        connections: BOOK_CONNECTIONS,
        round: 0,
        first_at: (monthFromAt(now) + 20_000 * DAY) / 1000,
        ...referenceVariables,
      },
    });
    // Connections progress at different speeds, so the next run starts well above the highest number of this run.
    this.#pgbenchNext += Math.ceil((perSecond * this.#seconds * 4) / STAFF) * STAFF;
    return perSecond;
  };

  readonly read: Work = () => this.#get(this.#appointmentPaths(), READ_CONNECTIONS);

  /** Returns a load that reads the same appointments as `read` with two hundred keys in turn, with or without a rate limit. */
  readonly readByMany =
    (server: "server" | "rateLimited"): Work =>
    () =>
      this.#get(this.#appointmentPaths(), READ_CONNECTIONS, this.#fixture[server].port, this.#salon.manyKeys);

  readonly bareRead: Work = () =>
    this.#get(
      Array.from(
        { length: READABLE },
        (_, n) => `/appointment/${idOf(this.#salon.number, "appointment", n + 1)}`,
      ),
      READ_CONNECTIONS,
      this.#fixture.bare.port,
    );

  readonly pgbenchRead: Work = () =>
    transactionsPerSecond(this.#fixture.connectionString, readOneScript(this.#salon, READABLE), {
      connections: READ_CONNECTIONS,
      seconds: this.#seconds,
      variables: {},
    });

  /** Returns a load that searches the availability of each staff member in turn, for a number of days. */
  readonly search = (days: number): Work => this.#getFromBoth(this.#searches(days))[0];

  /** Returns a load that sends the requests of `search` to the bare server, which responds from memory. */
  readonly bareSearch = (days: number): Work => this.#getFromBoth(this.#searches(days))[1];

  readonly page: Work = () => this.#get([this.#fixture.pagePath], READ_CONNECTIONS);

  readonly barePage: Work = () => this.#get(["/page"], READ_CONNECTIONS, this.#fixture.bare.port);

  readonly searchAny: Work = () => this.#getFromBoth([this.#searchAnyPath(0)])[0]();

  readonly bareSearchAny: Work = () => this.#getFromBoth([this.#searchAnyPath(0)])[1]();

  /** Searches 31 days for any of fifty staff members, each time in a window that no earlier request has searched. */
  readonly searchAnyNew: Work = () => {
    this.#nextWindow += NEW_WINDOWS;
    const paths = Array.from({ length: NEW_WINDOWS }, (_, n) => this.#searchAnyPath(this.#nextWindow + n));
    return this.#get(paths, SEARCH_CONNECTIONS);
  };

  /** Reads a day of 400 appointments with the names of their clients, one request at a time. Returns the median time in milliseconds. */
  async dayMillis(): Promise<number> {
    const from = monthFromAt(this.#fixture.now);
    const text = (at: number) => new Date(at).toISOString();
    const path = this.#path(
      `/appointments?location_id=${this.#salon.locationId}&from=${text(from)}&to=${text(from + DAY)}&include=client`,
    );
    const times: number[] = [];
    for (let n = 0; n < 60; n++) {
      const startedAt = performance.now();
      const answer = await fetch(`http://127.0.0.1:${this.#fixture.server.port}${path}`, {
        headers: { authorization: `Bearer ${this.#salon.key}` },
      });
      const { data } = (await answer.json()) as { data: { items: unknown[] } };
      times.push(performance.now() - startedAt);
      if (data.items.length !== 400) throw new Error(`the day has ${data.items.length} appointments`);
    }
    return median(times.slice(10));
  }

  #appointmentPaths(): string[] {
    return Array.from({ length: READABLE }, (_, n) =>
      this.#path(`/appointments/${idOf(this.#salon.number, "appointment", n + 1)}`),
    );
  }

  /** Measures several processes that listen on the same port. */
  processRows(): Promise<Row[]> {
    return processRows(this.#fixture, this.#searches(1), this.#seconds, this.#rounds);
  }

  #searches(days: number): string[] {
    return Array.from({ length: 1000 }, (_, n) => {
      const from = monthFromAt(this.#fixture.now) + (days === 1 ? (n % MONTH_DAYS) * DAY : 0);
      const staff = idOf(this.#salon.number, "staff", 1 + (n % STAFF));
      return `${this.#searchPath(from, from + days * DAY)}&staff_ids=${staff}`;
    });
  }

  /**
   * Returns the path of a search of all staff members, in a window that begins `later` milliseconds after the start of the
   * month.
   */
  #searchAnyPath(later: number): string {
    const from = monthFromAt(this.#fixture.now) + later;
    return this.#searchPath(from, from + MONTH_DAYS * DAY);
  }

  #searchPath(from: number, until: number): string {
    const { locationId, serviceId } = this.#salon;
    const text = (at: number) => new Date(at).toISOString();
    return this.#path(
      `/availability?location_id=${locationId}&service_ids=${serviceId}&from=${text(from)}&to=${text(until)}`,
    );
  }

  #path(path: string): string {
    return `/api/v1/businesses/${this.#salon.businessId}${path}`;
  }

  /** Returns a load on the server, and a load on the bare server, which sends copies of the server's responses. */
  #getFromBoth(paths: readonly string[]): readonly [measured: Work, reference: Work] {
    return [
      () => this.#get(paths, SEARCH_CONNECTIONS),
      () =>
        this.#get(
          paths.map((path) => `/copy${path}`),
          SEARCH_CONNECTIONS,
          this.#fixture.bare.port,
        ),
    ];
  }

  async #get(
    paths: readonly string[],
    connections: number,
    port = this.#fixture.server.port,
    keys: readonly string[] = [this.#salon.key],
  ): Promise<number> {
    const load = { port, keys, connections, seconds: this.#seconds, first: 0 };
    const kind = { name: "get", paths } as const;
    return (await responsesPerSecond({ ...load, kind }, "200")).perSecond;
  }
}
