import { splitStatements } from "../../src/platform/database/index.ts";
import { isCluster } from "../fixtures/database.ts";
import { connectedToNodes } from "./waiting.ts";

/** A recorded claim. Times are in milliseconds since the epoch; the end is exclusive. */
export interface PastClaim {
  readonly id: string;
  readonly subjectId: string;
  readonly from: number;
  readonly until: number;
  readonly unit: number;
  readonly overbooked: boolean;
  readonly exclusive: boolean;
  /** The id of the appointment, block or time off to which the claim belongs. */
  readonly causeId: string;
  readonly isAppointment: boolean;
}

/** A committed transaction with its changes to the calendar, in order. */
export interface PastTransaction {
  /** The time of the commit, in milliseconds since the epoch. */
  readonly committedAt: number;
  readonly taken: PastClaim[];
  readonly givenBack: PastClaim[];
  /** The claims that moved to another unit, with their new units. */
  readonly movedToUnit: PastClaim[];
  readonly appointments: { readonly id: string; readonly version: number }[];
  readonly capacities: { readonly subjectId: string; readonly capacity: number }[];
}

/**
 * Makes a test database record the history of its claims and appointments. The final calendar does not show every double
 * booking, because later cancellations delete claims. On a cluster, the node that stores the rows of the business also stores
 * their history.
 *
 * The triggers are deferred to the commit and take a lock until the commit is complete. Therefore the transaction numbers are
 * in the order in which the transactions became visible.
 */
export async function recordHistory(connectionString: string): Promise<void> {
  for (const client of await connectedToNodes(connectionString)) {
    // On a cluster, these settings allow creating the triggers on the shards of one node. On a single server, they have no
    // effect.
    await client.query("set citus.enable_ddl_propagation = off");
    await client.query("set citus.override_table_visibility = off");
    await client.query("set citus.enable_manual_changes_to_shards = on");
    for (const statement of splitStatements(HISTORY)) await client.query(statement);
    const { rows } = await client.query<{ name: string; of: keyof typeof RECORDED }>(
      `select relname::text as name, regexp_replace(relname, '_\\d{6,}$', '') as of
       from pg_class
       where relkind = 'r'
         and relnamespace = current_schema()::text::regnamespace
         and relname ~ $1`,
      [`^(${Object.keys(RECORDED).join("|")})${isCluster ? "_\\d{6,}" : ""}$`],
    );
    for (const { name, of } of rows)
      await client.query(
        `create constraint trigger history after ${RECORDED[of]} on ${name} deferrable initially deferred
         for each row execute function remember('${of}')`,
      );
    await client.end();
  }
}

/** The tables whose changes are recorded, each with the events of its trigger. */
const RECORDED = {
  claims: "insert or update or delete",
  appointments: "insert or update",
  subjects: "update of capacity",
};

const HISTORY = `
  create table history (
    number bigint generated always as identity primary key,
    transaction xid8 not null default pg_current_xact_id(),
    committed_at timestamptz not null default clock_timestamp(),
    what text not null,
    record jsonb not null
  );

  create function remember() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(1);
    insert into history (what, record)
    values (tg_argv[0] || ' ' || lower(tg_op), to_jsonb(case when tg_op = 'DELETE' then old else new end));
    return null;
  end
  $$;
`;

interface HistoryRow {
  readonly transaction: string;
  readonly committed_at: string;
  readonly what: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Reads all transactions committed since `recordHistory`, oldest first. */
export async function readHistory(connectionString: string): Promise<PastTransaction[]> {
  const rows: HistoryRow[] = [];
  for (const client of await connectedToNodes(connectionString)) {
    await client.query("set time zone 'UTC'");
    const { rows: recorded } = await client.query<HistoryRow>(
      `select transaction::text, (extract(epoch from committed_at) * 1000)::text as committed_at, what, record
       from history
       order by number`,
    );
    rows.push(...recorded);
    await client.end();
  }
  const transactions: PastTransaction[] = [];
  let last: string | undefined;
  for (const row of rows) {
    if (row.transaction !== last) {
      const committedAt = Number(row.committed_at);
      transactions.push({
        committedAt,
        taken: [],
        givenBack: [],
        movedToUnit: [],
        appointments: [],
        capacities: [],
      });
      last = row.transaction;
    }
    note(transactions.at(-1) as PastTransaction, row);
  }
  return transactions;
}

function note(transaction: PastTransaction, { what, record }: HistoryRow): void {
  switch (what) {
    case "claims insert":
      return void transaction.taken.push(claimOf(record));
    case "claims delete":
      return void transaction.givenBack.push(claimOf(record));
    case "claims update":
      return void transaction.movedToUnit.push(claimOf(record));
    case "subjects update":
      return void transaction.capacities.push({
        subjectId: String(record.id),
        capacity: Number(record.capacity),
      });
    default:
      transaction.appointments.push({ id: String(record.id), version: Number(record.version) });
  }
}

function claimOf(record: HistoryRow["record"]): PastClaim {
  const [from, until] = [...String(record.during).matchAll(/"([^"]+)"/g)].map((found) => instantOf(found[1]));
  return {
    id: String(record.id),
    subjectId: String(record.subject_id),
    from: from as number,
    until: until as number,
    unit: Number(record.unit),
    overbooked: record.overbooked === true,
    exclusive: record.exclusive === true,
    causeId: String(record.appointment_id ?? record.block_id ?? record.time_off_id),
    isAppointment: record.appointment_id !== null,
  };
}

/** Parses a PostgreSQL timestamp such as `2027-03-01 09:00:00+00`. */
function instantOf(text = ""): number {
  return Date.parse(`${text.replace(" ", "T")}:00`);
}
