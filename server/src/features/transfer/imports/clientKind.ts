import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import { addImportedNotes, removeImportedNotes } from "../../clients/notes/index.ts";
import { type ClientField, clientOf, type RowReader } from "./clientOf.ts";
import { forgetClients } from "./clientStore.ts";
import { type ClientDecision, rowDecider } from "./decide.ts";
import type { Decision, ImportKind } from "./kind.ts";
import { MAX_ROWS } from "./readCsv.ts";
import { commonRecord } from "./records.ts";
import type { ImportedRow } from "./rowStore.ts";
import type { ImportRowRecord } from "./schema.ts";
import type { ImportRow } from "./store.ts";
import { unknownOrRepeated } from "./targetProblems.ts";
import { REPEATABLE, suggestedTargets, TARGETS, type Target } from "./targets.ts";

const NAMES = ["full_name", "first_name", "last_name", "email", "phone", "second_phone"];

export const clientKind: ImportKind = {
  maxRows: MAX_ROWS,
  rowsPerBatch: 500,
  suggest: async (reader, businessId, columns) =>
    suggestedTargets(columns, await clientDetails.fields(reader, businessId)),
  targetProblems: async (reader, businessId, targets) => {
    const fields = await clientDetails.fields(reader, businessId);
    const known = new Set<string>([...TARGETS, ...fields.map(({ id }) => `field:${id}`)]);
    const problems = unknownOrRepeated(targets, known, REPEATABLE);
    if (problems.length === 0 && !targets.some((target) => target !== null && NAMES.includes(target)))
      return [
        {
          path: "/targets",
          message: `must contain at least one of ${NAMES.map((target) => `\`${target}\``).join(", ")}`,
        },
      ];
    return problems;
  },
  planner: async (reader, { businessId, row }) => {
    const fields = await clientDetails.fields(reader, businessId);
    const decide = deciderOf(reader, businessId, row, fields);
    return async (rows) => (await decide(rows)).map(decisionOf);
  },
  run: async (tx, row, { businessId, userId, rows, now }) => {
    const fields = await clientDetails.fields(tx, businessId);
    const decided = await deciderOf(tx, businessId, row, fields)(rows);
    const clients = decided.flatMap(({ outcome, clientId, read }) =>
      outcome === "created" && clientId !== null && read.client !== null
        ? [{ id: clientId, client: read.client, note: read.note }]
        : [],
    );
    await clientDetails.import(tx, { businessId, createdBy: userId, clients, fields, now });
    const notes = clients.flatMap(({ id, note }) => (note === null ? [] : [{ clientId: id, text: note }]));
    await addImportedNotes(tx, businessId, notes, now);
    return decided.map(decisionOf);
  },
  undo: undoClients,
  records: async (reader, businessId, row, rows) => {
    const clientIds = rows.flatMap(({ cells, client_id }) => (cells === null ? (client_id ?? []) : []));
    const [fields, clients] = await Promise.all([
      clientDetails.fields(reader, businessId),
      clientDetails.summaries(reader, businessId, clientIds, null),
    ]);
    const rowReader = readerOf(row, fields);
    return rows.map((each) => clientRowRecord(each, rowReader, clients));
  },
};

async function undoClients(tx: Transaction, businessId: string, rows: readonly ImportedRow[]): Promise<void> {
  const created = rows.flatMap(({ outcome, client_id }) =>
    outcome === "created" && client_id !== null ? [client_id] : [],
  );
  const clientIds = await clientDetails.lockImported(tx, businessId, created);
  tx.write(forgetClients, { businessId, clientIds });
  removeImportedNotes(tx, businessId, clientIds);
  clientDetails.removeImported(tx, businessId, clientIds);
}

function deciderOf(reader: Reader, businessId: string, row: ImportRow, fields: readonly ClientField[]) {
  return rowDecider(reader, readerOf(row, fields), { businessId, preset: row.preset });
}

function readerOf(row: ImportRow, fields: readonly ClientField[]): RowReader {
  return {
    columns: row.columns,
    targets: row.targets as readonly (Target | null)[],
    fields,
    dateOrder: row.date_order,
    phoneCountry: row.phone_country,
  };
}

function decisionOf({ rowNumber, outcome, clientId, read }: ClientDecision): Decision {
  const references = { external_id: read.externalId, client_id: clientId };
  return { rowNumber, outcome, problems: read.problems, references };
}

/** The fields of a client that the API record of a row contains after the cells of the row were cleared. */
interface StoredClient {
  readonly first_name: string;
  readonly last_name?: string | null;
  readonly phone_e164?: string | null;
}

/** Converts a row to its API record. The values come from the cells of the row or, after the cells were cleared, from the client. */
function clientRowRecord(
  row: ImportedRow,
  reader: RowReader,
  clients: ReadonlyMap<string, StoredClient>,
): ImportRowRecord {
  const read = row.cells === null ? null : clientOf(row.cells, reader).client;
  const client = read ?? clients.get(row.client_id ?? "") ?? null;
  return {
    ...commonRecord(row),
    name: client === null ? null : [client.first_name, client.last_name].filter(Boolean).join(" "),
    email: read?.email ?? null,
    phone_e164: client?.phone_e164 ?? null,
    service: null,
    appointment: null,
  };
}
