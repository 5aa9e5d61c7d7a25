import { median } from "../alternately.ts";
import { perSecond, type Row } from "../table.ts";
import { idOf } from "./ids.ts";
import { answersPerSecond } from "./load.ts";
import { bookedBodies, bookScript, readOneScript, transactionsPerSecond } from "./pgbench.ts";
import type { Place } from "./place.ts";
import { type BenchSalon, CLIENTS, STAFF } from "./salon.ts";
import { FIRST_BOOKED_VISIT, MONTH_DAYS, monthFromAt } from "./seed.ts";

const DAY = 86_400_000;
const READ_CONNECTIONS = 16;
const BOOK_CONNECTIONS = 16;
const ASK_CONNECTIONS = 8;
/** Visits of the month, which is what is read. */
const READABLE = 12_000;
/** Something that is done for a while, and how often a second it was. */
type Work = () => Promise<number>;

/** The works of one salon, and how two of them are compared. */
export class Measure {
  readonly #place: Place;
  readonly #salon: BenchSalon;
  readonly #seconds: number;
  readonly #rounds: number;
  /** The number of the next booking, which gives it its half hour; pgbench books far behind ours. */
  #next = 0;
  #pgbenchNext = FIRST_BOOKED_VISIT;

  constructor(place: Place, salon: BenchSalon, seconds: number, rounds: number) {
    this.#place = place;
    this.#salon = salon;
    this.#seconds = seconds;
    this.#rounds = rounds;
  }

  /** Ours and the reference by turns, after a round that warms both up. */
  async row(work: string, ours: Work, name: string, reference: Work, atLeast: number): Promise<Row> {
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round <= this.#rounds; round++) {
      const [mine, its] = [await ours(), await reference()];
      if (round === 0) continue;
      rates[0].push(mine);
      rates[1].push(its);
    }
    const [mine, its] = [median(rates[0]), median(rates[1])];
    const cells = { ours: perSecond(mine), reference: `${name} ${perSecond(its)}` };
    return {
      work,
      ...cells,
      ratio: mine / its,
      bar: `≥ ${atLeast.toFixed(2)}`,
      isMet: mine / its >= atLeast,
    };
  }

  async alone(work: string, ours: Work, atLeast: number): Promise<Row> {
    const rate = await this.rate(ours);
    return { work, ours: perSecond(rate), reference: "", bar: `≥ ${atLeast}/s`, isMet: rate >= atLeast };
  }

  async rate(work: Work): Promise<number> {
    await work();
    const rates: number[] = [];
    for (let round = 0; round < this.#rounds; round++) rates.push(await work());
    return median(rates);
  }

  readonly book: Work = async () => {
    const { server, now } = this.#place;
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
    const done = await answersPerSecond({ ...load, first: this.#next, kind }, "201");
    this.#next = done.next;
    return done.perSecond;
  };

  readonly pgbenchBook: Work = async () => {
    const { connectionString, now } = this.#place;
    const salon = this.#salon;
    const perSecond = await transactionsPerSecond(connectionString, bookScript(salon), {
      connections: BOOK_CONNECTIONS,
      seconds: this.#seconds,
      variables: {
        first: this.#pgbenchNext,
        offset: FIRST_BOOKED_VISIT,
        connections: BOOK_CONNECTIONS,
        round: 0,
        first_at: (monthFromAt(now) + 20_000 * DAY) / 1000,
        ...(await bookedBodies(this.#place.client, salon)),
      },
    });
    // Connections go ahead by themselves; far behind the furthest, the next run begins.
    this.#pgbenchNext += Math.ceil((perSecond * this.#seconds * 4) / STAFF) * STAFF;
    return perSecond;
  };

  readonly read: Work = () => this.#get(this.#visits(), READ_CONNECTIONS);

  /** The same by two hundred keys in turn, at a server with the usual limit for each or at the one without. */
  readonly readByMany =
    (server: "server" | "limited"): Work =>
    () =>
      this.#get(this.#visits(), READ_CONNECTIONS, this.#place[server].port, this.#salon.manyKeys);

  readonly bareRead: Work = () =>
    this.#get(
      Array.from({ length: READABLE }, (_, n) => `/visit/${idOf(this.#salon.number, "visit", n + 1)}`),
      READ_CONNECTIONS,
      this.#place.bare.port,
    );

  readonly pgbenchRead: Work = () =>
    transactionsPerSecond(this.#place.connectionString, readOneScript(this.#salon, READABLE), {
      connections: READ_CONNECTIONS,
      seconds: this.#seconds,
      variables: {},
    });

  /** Free time of one member after the other, for so many days. */
  readonly ask =
    (days: number): Work =>
    () =>
      this.#get(
        this.#questions(days).map(
          ({ staff, from, until }) => `${this.#question(from, until)}&staff_ids=${staff}`,
        ),
        ASK_CONNECTIONS,
      );

  readonly bareAsk =
    (days: number): Work =>
    () =>
      this.#get(
        this.#questions(days).map(
          ({ staff, from, until }) => `/free?staff=${staff}&from=${from}&until=${until}`,
        ),
        ASK_CONNECTIONS,
        this.#place.bare.port,
      );

  readonly askAny: Work = () => {
    const from = monthFromAt(this.#place.now);
    return this.#get([this.#question(from, from + MONTH_DAYS * DAY)], ASK_CONNECTIONS);
  };

  #visits(): string[] {
    return Array.from({ length: READABLE }, (_, n) =>
      this.#path(`/appointments/${idOf(this.#salon.number, "visit", n + 1)}`),
    );
  }

  #questions(days: number) {
    return Array.from({ length: 1000 }, (_, n) => {
      const from = monthFromAt(this.#place.now) + (days === 1 ? (n % MONTH_DAYS) * DAY : 0);
      return { staff: idOf(this.#salon.number, "staff", 1 + (n % STAFF)), from, until: from + days * DAY };
    });
  }

  #question(from: number, until: number): string {
    const { locationId, serviceId } = this.#salon;
    const text = (at: number) => new Date(at).toISOString();
    return this.#path(
      `/availability?location_id=${locationId}&service_ids=${serviceId}&from=${text(from)}&to=${text(until)}`,
    );
  }

  #path(path: string): string {
    return `/api/v1/businesses/${this.#salon.businessId}${path}`;
  }

  async #get(
    paths: readonly string[],
    connections: number,
    port = this.#place.server.port,
    keys: readonly string[] = [this.#salon.key],
  ): Promise<number> {
    const load = { port, keys, connections, seconds: this.#seconds, first: 0 };
    const kind = { name: "get", paths } as const;
    return (await answersPerSecond({ ...load, kind }, "200")).perSecond;
  }
}
