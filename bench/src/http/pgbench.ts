import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { type AnyStatement, declaredStatements } from "../../../server/src/platform/database/index.ts";
import { idOf, sqlIdOf } from "./ids.ts";
import { type BenchSalon, CLIENTS, STAFF } from "./salon.ts";

const run = promisify(execFile);

/** Returns whether pgbench, PostgreSQL's load generator, is installed. Daybook's packages do not include pgbench. */
export async function hasPgbench(): Promise<boolean> {
  return run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Runs a pgbench script and returns its transactions per second. Throws when a transaction fails. */
export async function transactionsPerSecond(
  connectionString: string,
  script: string,
  options: { connections: number; seconds: number; variables: Readonly<Record<string, string | number>> },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  try {
    const file = join(folder, "script.sql");
    writeFileSync(file, script);
    const defined = Object.entries(options.variables).map(([name, value]) => `--define=${name}=${value}`);
    const { stdout, stderr } = await run("pgbench", [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${options.connections}`,
      `--time=${options.seconds}`,
      `--file=${file}`,
      ...defined,
      connectionString,
    ]);
    const found = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? "0";
    if (found === undefined || failed !== "0" || /aborted/.test(stderr))
      throw new Error(`${stdout}${stderr}`);
    return Number(found);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a script with the server's statement that reads one appointment. */
export function readOneScript(salon: BenchSalon, appointments: number): string {
  return `\\set number random(1, ${appointments})
${filledIn("appointments_read", {
  business_id: `'${salon.businessId}'::uuid`,
  id: sqlIdOf(salon.number, "appointment", ":number::bigint"),
})};
`;
}

/**
 * Returns a script that makes one booking with the server's statements in the same two round trips, with the ids and
 * times of the next free half hour. The variable `first` is the number of the first appointment; `item`, `body` and
 * `ids` come from a real booking.
 */
export function bookScript(salon: BenchSalon): string {
  const business = `'${salon.businessId}'::uuid`;
  const staff = sqlIdOf(salon.number, "staff", ":staff::bigint");
  const client = sqlIdOf(salon.number, "client", ":client::bigint");
  const appointment = sqlIdOf(salon.number, "appointment", ":number::bigint");
  const startsAt = "to_timestamp(:starts_at::double precision)";
  const endsAt = "to_timestamp(:ends_at::double precision)";
  const item = `jsonb_build_array(:item::jsonb || jsonb_build_object('staff_id', ${staff}, 'starts_at', ${startsAt}, 'ends_at', ${endsAt}))`;
  return `\\set number :first + :client_id + :connections * :round
\\set round :round + 1
\\set staff 1 + :number % ${STAFF}
\\set client 1 + :number % ${CLIENTS}
\\set slot (:number - :offset) / ${STAFF}
\\set starts_at :first_at + :slot / 18 * 86400 + :slot % 18 * 1800
\\set ends_at :starts_at + 1800
\\startpipeline
begin isolation level read committed;
set local daybook.actor = '${ACTOR}';
${filledIn("clients_lock_for_key_share", { businessId: business, clientId: client })};
${filledIn("calendar_lock_subjects", { businessId: business, subjectIds: `array[${staff}]` })};
${filledIn("calendar_read_claims", {
  businessId: business,
  subjectIds: `array[${staff}]`,
  stretches: `tstzmultirange(tstzrange(${startsAt}, ${endsAt}))`,
})};
\\endpipeline
\\startpipeline
${filledIn("appointments_insert", {
  business_id: business,
  id: appointment,
  location_id: `'${salon.locationId}'::uuid`,
  client_id: client,
  series_id: "null",
  client_confirmed_at: "null",
  status: "'booked'",
  starts_at: startsAt,
  ends_at: endsAt,
  starts_local: startsAt,
  tz_version: "'2026a'",
  source: "'api'",
  total_amount: "4500",
  currency: "'EUR'",
  confirmed_at: startsAt,
  version: "1",
  created_at: startsAt,
  updated_at: startsAt,
  policy_version: "null",
  internal_note: "null",
})};
${filledIn("appointments_insert_items", {
  business_id: business,
  appointment_id: appointment,
  takes_time: "true",
  items: item,
})};
${filledIn("calendar_insert_claims", {
  business_id: business,
  ids: `array[${sqlIdOf(salon.number, "claim", ":number::bigint")}]`,
  subjectIds: `array[${staff}]`,
  starts: `array[${startsAt}]`,
  ends: `array[${endsAt}]`,
  units: "array[0]",
  overbooked: "array[false]",
  exclusive: "false",
  appointment_id: appointment,
  block_id: "null::uuid",
  time_off_id: "null::uuid",
  hold_id: "null::uuid",
  expires_at: "null::timestamptz",
})};
${filledIn("events_insert", {
  business_id: business,
  id: sqlIdOf(salon.number, "event", ":number::bigint"),
  type: "'appointment.created'",
  created_at: startsAt,
  body_full: ":body::text",
  body_ids: ":ids::text",
  client_id: client,
})};
commit;
\\endpipeline
`;
}

/** The actor that the server sets in every transaction. */
const ACTOR = JSON.stringify({
  kind: "key",
  id: "01a20021-f711-7d6c-bf44-9602160ea560",
  address: "127.0.0.1",
  request: "01a20021-f711-7d6c-bf44-9602160ea561",
});

/** Returns the item and the event bodies of a real booking, so that pgbench writes the same number of bytes. */
export async function bookedBodies(
  client: pg.Client,
  salon: BenchSalon,
): Promise<{ item: string; body: string; ids: string }> {
  const { rows } = await client.query<{ body_full: string; body_ids: string }>(
    "select body_full, body_ids from events where type = 'appointment.created' order by id desc limit 1",
  );
  const item = {
    id: idOf(salon.number, "item", 1),
    position: 1,
    service_id: salon.serviceId,
    service_name: "Cut",
    resource_ids: [],
    starts_on: "2027-03-15",
    initial_minutes: 30,
    processing_minutes: 0,
    finishing_minutes: 0,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    price_amount: 4500,
  };
  return { item: JSON.stringify(item), body: rows[0]?.body_full ?? "", ids: rows[0]?.body_ids ?? "" };
}

/**
 * Returns one of the server's statements as a single line. Replaces its parameters with SQL expressions: by name if the
 * statement names its parameters, otherwise by position. Throws when a value is missing.
 */
export function filledIn(name: string, values: readonly string[] | Readonly<Record<string, string>>): string {
  const statement = declaredStatements().find((one) => one.name === name);
  if (statement === undefined) throw new Error(`the server has no statement ${name}`);
  const list = isPositional(values) ? values : parameterNames(statement).map((param) => values[param]);
  if (isPositional(values) && Object.keys(statement.params).length > 0)
    throw new Error(`the statement ${name} names its parameters: pass its values by name`);
  return statement.text
    .replace(/\$(\d+)/g, (parameter, number) => {
      const value = list[Number(number) - 1];
      if (value === undefined) throw new Error(`the statement ${name} has no value for ${parameter}`);
      return `(${value})`;
    })
    .replace(/\s+/g, " ");
}

function isPositional(values: readonly string[] | object): values is readonly string[] {
  return Array.isArray(values);
}

/**
 * Returns the names of a statement's parameters by position. Only `valuesOf` defines the order, so a proxy records the
 * names that it reads.
 */
function parameterNames(statement: AnyStatement): string[] {
  const names: string[] = [];
  const recorder = new Proxy(
    {},
    {
      get: (_, param) => {
        names.push(String(param));
        return null;
      },
    },
  );
  statement.valuesOf(recorder as never);
  return names;
}
