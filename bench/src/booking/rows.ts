import { setTimeout as pause } from "node:timers/promises";
import { median } from "../alternately.ts";
import { idOf } from "../http/ids.ts";
import { responsesPerSecond } from "../http/load.ts";
import { transactionsPerSecond } from "../http/pgbench.ts";
import { referenceScript, referenceVariables } from "../http/reference.ts";
import { CLIENTS, STAFF } from "../http/salon.ts";
import { FIRST_BOOKED_APPOINTMENT, monthFromAt } from "../http/seed.ts";
import { perSecond, type Row } from "../table.ts";
import { countTrips } from "./countTrips.ts";
import { type BookingFixture, type BookingServer, openBookingFixture } from "./fixture.ts";
import { cpuMicros, postgresCpuMicros } from "./processTimes.ts";

const DAY = 86_400_000;
const CONNECTIONS = 16;
/** The minimum rate of bookings, as a share of the reference's rate. The long-term goal is 0.75. */
const MIN_OF_REFERENCE = 0.6;
const MIN_WITH_RELAY = 0.9;
const MAX_OF_INSERT = 6.5;
const MAX_P99_OF_P50 = 2;
const MAX_WAL_BYTES = 5_000;
const MAX_WRITES = 2;

/** Measures the cost of a booking: rate, CPU time, write-ahead log, round trips and plans. All loads alternate in one run. */
export async function bookingRows(seconds: number, rounds: number): Promise<Row[]> {
  const fixture = await openBookingFixture(Date.now());
  try {
    return await measure(fixture, seconds, rounds);
  } finally {
    await fixture.close();
  }
}

async function measure(fixture: BookingFixture, seconds: number, rounds: number): Promise<Row[]> {
  const { web: alone, postmasterPid } = fixture;
  const firstAt = monthFromAt(Date.now()) + 60 * DAY + 7 * 3_600_000;
  let next = 0;

  const pathOf = ({ salon }: BookingServer) => `/api/v1/businesses/${salon.businessId}/appointments`;

  /** Books on a server. Returns the load's result, and per booking the CPU time and the bytes of the write-ahead log. */
  async function book(server: BookingServer) {
    const { salon, served } = server;
    const { locationId, serviceId, number } = salon;
    const kind = {
      ...({ name: "book", salon: number, path: pathOf(server), locationId, serviceId } as const),
      ...{ staff: STAFF, clients: CLIENTS, firstAt },
    };
    const load = { port: served.port, keys: [salon.key], connections: CONNECTIONS, seconds, first: next };
    const [from, server0, postgres0] = [await lsn(), cpuMicros(served.pid), postgresCpuMicros(postmasterPid)];
    const done = await responsesPerSecond({ ...load, kind }, "201");
    if (server === fixture.start) await untilNumbered();
    const bookings = done.next - next;
    next = Math.ceil(done.next / STAFF + 1) * STAFF;
    const cpu = cpuMicros(served.pid) - server0 + postgresCpuMicros(postmasterPid) - postgres0;
    return { ...done, cpu: cpu / bookings, wal: (await walSince(from)) / bookings };
  }

  async function lsn(): Promise<string> {
    const { rows } = await alone.client.query<{ lsn: string }>(
      "select pg_current_wal_insert_lsn()::text as lsn",
    );
    return rows[0]?.lsn ?? "";
  }
  async function walSince(from: string): Promise<number> {
    const { rows } = await alone.client.query<{ bytes: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) as bytes",
      [from],
    );
    return Number(rows[0]?.bytes);
  }
  /** Waits until the relay has numbered the events of the bookings. */
  async function untilNumbered(): Promise<void> {
    for (;;) {
      const { rows } = await fixture.start.client.query(
        "select 1 from events where sequence is null limit 1",
      );
      if (rows.length === 0) return;
      await pause(20);
    }
  }

  let referenceNext = FIRST_BOOKED_APPOINTMENT;
  async function reference(): Promise<number> {
    const rate = await transactionsPerSecond(fixture.referenceUrl, referenceScript, {
      ...{ connections: CONNECTIONS, seconds },
      variables: {
        first: referenceNext,
        offset: FIRST_BOOKED_APPOINTMENT,
        connections: CONNECTIONS,
        round: 0,
        first_at: (monthFromAt(Date.now()) + 20_000 * DAY) / 1000,
        ...referenceVariables,
      },
    });
    // Connections progress at different speeds, so the next run starts well above the highest number of this run.
    referenceNext += Math.ceil((rate * seconds * 4) / STAFF) * STAFF;
    return rate;
  }

  let insertRound = 0;
  /**
   * Returns PostgreSQL's CPU time for an insert into the table `guarded`, in microseconds. Each insert has its own
   * transaction.
   */
  async function guardedInsert(): Promise<number> {
    const before = postgresCpuMicros(postmasterPid);
    const rate = await transactionsPerSecond(alone.connectionString, GUARDED_INSERT, {
      ...{ connections: CONNECTIONS, seconds },
      variables: { n: 0, base: insertRound++ * 1_000_000 },
    });
    return (postgresCpuMicros(postmasterPid) - before) / (rate * seconds);
  }

  const web: Awaited<ReturnType<typeof book>>[] = [];
  const start: typeof web = [];
  const references: number[] = [];
  const inserts: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const measured = [await book(fixture.web), await book(fixture.start)] as const;
    const compared = [await reference(), await guardedInsert()] as const;
    // Does not count the first round, which warms up the server.
    if (round === 0) continue;
    web.push(measured[0]);
    start.push(measured[1]);
    references.push(compared[0]);
    inserts.push(compared[1]);
  }
  const { salon } = alone;
  const trips = await countTrips(alone.connectionString, {
    ...{ path: pathOf(alone), key: salon.key },
    request: (nth) => ({
      location_id: salon.locationId,
      client_id: idOf(salon.number, "client", 1),
      starts_at: new Date(firstAt - 20 * DAY + nth * 1_800_000).toISOString(),
      items: [{ service_id: salon.serviceId, staff_id: idOf(salon.number, "staff", 1) }],
    }),
  });

  const of = (results: typeof web, field: "perSecond" | "cpu" | "wal" | "p50Millis" | "p99Millis") =>
    median(results.map((result) => result[field]));
  const atLeast = (name: string, value: number, base: number, baseName: string, least: number): Row => ({
    ...{ name, result: perSecond(value), reference: `${baseName} ${perSecond(base)}`, ratio: value / base },
    ...{ target: `≥ ${least.toFixed(2)}`, isMet: value / base >= least },
  });
  const atMost = (name: string, value: number, max: number, unit = ""): Row => ({
    ...{
      name,
      result: `${round2(value)}${unit}`,
      reference: "",
      target: `≤ ${max}${unit}`,
      isMet: value <= max,
    },
  });
  const cpu = of(web, "cpu");
  const insert = median(inserts);
  return [
    atLeast(
      ...(["booking over HTTP, 16 connections", of(web, "perSecond"), median(references)] as const),
      ...(["pgbench, SQL of 81e6ed2d,", MIN_OF_REFERENCE] as const),
    ),
    atLeast(
      ...(["booking, server with relay", of(start, "perSecond"), of(web, "perSecond")] as const),
      ...(["web alone", MIN_WITH_RELAY] as const),
    ),
    {
      ...{ name: "processor time of a booking, server and database", result: `${Math.round(cpu)} µs` },
      ...{ reference: `guarded insert ${Math.round(insert)} µs`, ratio: cpu / insert },
      ...{ target: `≤ ${MAX_OF_INSERT}`, isMet: cpu / insert <= MAX_OF_INSERT },
    },
    {
      ...{ name: "booking, p99, 16 connections", result: `${round2(of(web, "p99Millis"))} ms` },
      ...{
        reference: `p50 ${round2(of(web, "p50Millis"))} ms`,
        ratio: of(web, "p99Millis") / of(web, "p50Millis"),
      },
      target: `≤ ${MAX_P99_OF_P50}`,
      isMet: of(web, "p99Millis") <= MAX_P99_OF_P50 * of(web, "p50Millis"),
    },
    atMost("write-ahead log of a booking, relay included", of(start, "wal"), MAX_WAL_BYTES, " bytes"),
    atMost("round trips of a booking's transaction", trips.roundTrips, 1),
    atMost("socket writes of a booking's transaction", trips.socketWrites, MAX_WRITES),
    {
      ...atMost("statements planned for a booking request", trips.plannedStatements, 0),
      reference: trips.plannedNames.join(", "),
    },
  ];
}

const round2 = (value: number) => Math.round(value * 100) / 100;

/** Inserts rows of one hour each. Each connection has its own range of subjects, so the rows never overlap. */
const GUARDED_INSERT = `\\set n :n + 1
\\set subject :client_id + :n % 50 * 16
\\set hour :base + :n
insert into guarded
values (
  '0198f3a0-0001-7000-8000-000000000001', gen_random_uuid(),
  ('0198f3a0-0001-7000-8001-' || lpad(to_hex(:subject::bigint), 12, '0'))::uuid,
  tstzrange(
    '2030-01-01 00:00+00'::timestamptz + :hour::bigint * interval '1 hour',
    '2030-01-01 00:00+00'::timestamptz + (:hour::bigint + 1) * interval '1 hour'
  )
);
`;
