import { newId } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { appointmentImports } from "../../scheduling/appointments/index.ts";
import { type AppointmentReader, appointmentOf, type ReadAppointment } from "./appointmentOf.ts";
import { listImportedIds } from "./appointmentStore.ts";
import { findClients } from "./findClients.ts";
import type { Decision, FileRow, Planner } from "./kind.ts";
import { problem } from "./problems.ts";
import {
  type BusinessRecords,
  type ImportedAppointment,
  type ImportOutcome,
  resolved,
} from "./resolveAppointment.ts";

/** The import whose rows a planner processes. */
interface Context {
  readonly businessId: string;
  readonly preset: string;
  readonly reader: AppointmentReader;
  readonly records: BusinessRecords;
  readonly now: number;
  /** Checks the appointments (preview) or books them (import). Returns the outcomes in the order of the appointments. */
  readonly place: (appointments: readonly ImportedAppointment[]) => Promise<ImportOutcome[]>;
}

interface Candidate {
  readonly row_number: number;
  readonly read: ReadAppointment;
  /** The id of the client, even if the row is not imported, so that the erasure of the client clears the row. */
  readonly clientId: string | null;
  readonly wanted: ImportedAppointment | null;
  /**
   * The keys by which later rows and imports find the appointment: one key with the id in the other program, if the file contains this id,
   * and one key without it.
   */
  readonly keys: readonly string[];
}

/** The problem code of a row for each reason why its appointment is not booked. */
const REFUSALS = {
  taken: "time_taken",
  not_performed: "not_performed",
  no_client: "unknown_client",
} as const;

/**
 * Returns a function that decides, page by page and in file order, whether a row creates an appointment or matches an existing
 * one. A row matches the appointment of an earlier row or import that has the same id in the other program and the same
 * service, even if the appointment was rescheduled afterwards. Otherwise, the row matches an appointment with the same client,
 * service, staff member and start. Importing a file twice therefore books each appointment once. Taken time is a problem of the
 * row: an import never books over another appointment, a block or time off.
 */
export function appointmentPlanner(database: Reader, context: Context): Planner {
  const { businessId, preset, reader, records, now, place } = context;
  const earlierIds = new Map<string, string>();

  async function candidates(rows: readonly FileRow[]): Promise<Candidate[]> {
    const read: ReadAppointment[] = [];
    await eventLoop.run(businessId, () => {
      for (const { cells } of rows) read.push(appointmentOf(cells ?? [], reader));
    });
    const clients = await findClients(database, businessId, read);
    return rows.map(({ row_number }, index) => {
      const one = read[index] as ReadAppointment;
      const client = clients[index] ?? problem("no_client");
      const wanted = resolved(one, client, records, { id: newId(), now });
      const clientId = typeof client === "string" ? client : null;
      return { row_number, read: one, clientId, wanted, keys: wanted === null ? [] : keysOf(one, wanted) };
    });
  }

  /** Returns the ids of existing appointments by key: appointments of earlier imports, and appointments that were not imported. */
  async function knownIds(page: readonly Candidate[]): Promise<Map<string, string>> {
    const wanted = page.flatMap(({ wanted: one }) => one ?? []);
    const [imported, booked] = await Promise.all([
      database.query(listImportedIds, { businessId, preset, externalIds: page.flatMap(({ keys }) => keys) }),
      appointmentImports.bookedItems(database, businessId, {
        clientIds: wanted.map(({ clientId }) => clientId),
        starts: wanted.map(({ startsAt }) => startsAt),
      }),
    ]);
    const known = new Map<string, string>();
    for (const { external_id, appointment_id } of imported) known.set(external_id, appointment_id);
    for (const { id, client_id, service_id, staff_id, starts_at } of booked) {
      const key = keyOf({
        clientId: client_id,
        serviceId: service_id,
        staffId: staff_id,
        startsAt: starts_at,
      });
      if (!known.has(key)) known.set(key, id);
    }
    return known;
  }

  return async (rows) => {
    const page = await candidates(rows);
    const known = await knownIds(page);
    const idOf = (keys: readonly string[]) =>
      keys.map((key) => earlierIds.get(key) ?? known.get(key)).find((id) => id !== undefined);
    const isNew = new Map<string, Candidate>();
    for (const candidate of page) {
      const { keys, wanted } = candidate;
      if (wanted === null || idOf(keys) !== undefined || keys.some((key) => isNew.has(key))) continue;
      for (const key of keys) isNew.set(key, candidate);
    }
    const fresh = [...new Set(isNew.values())];
    const outcomes = await place(fresh.flatMap(({ wanted }) => wanted ?? []));
    const outcomeOf = new Map(fresh.map((candidate, index) => [candidate, outcomes[index] ?? "taken"]));
    for (const [candidate, outcome] of outcomeOf)
      if (outcome === "booked" && candidate.wanted !== null)
        for (const key of candidate.keys) earlierIds.set(key, candidate.wanted.id);
    return page.map((candidate) => {
      const first = candidate.keys.map((key) => isNew.get(key)).find((one) => one !== undefined);
      const outcome = outcomeOf.get(first ?? candidate);
      return decisionOf(candidate, outcomeOf.has(candidate), idOf(candidate.keys), outcome);
    });
  };
}

/**
 * Returns the outcome of a row. `outcome` is the result of booking the row's appointment; undefined if this page did not book or check the
 * appointment.
 */
function decisionOf(
  { row_number: rowNumber, read, clientId, wanted, keys }: Candidate,
  isFirst: boolean,
  appointmentId: string | undefined,
  outcome: ImportOutcome | undefined,
): Decision {
  const { cells } = read;
  if (outcome !== undefined && outcome !== "booked")
    cells.report(
      outcome === "taken" ? null : outcome === "no_client" ? "client_name" : "service",
      problem(REFUSALS[outcome]),
    );
  const { problems } = cells;
  if (wanted === null || appointmentId === undefined)
    return { rowNumber, outcome: "refused", problems, references: { client_id: clientId } };
  return {
    rowNumber,
    outcome: isFirst ? "created" : "matched",
    problems,
    references: {
      external_id: keys[0] ?? null,
      client_id: clientId,
      appointment_id: appointmentId,
    },
  };
}

function keysOf({ externalId }: ReadAppointment, wanted: ImportedAppointment): string[] {
  const own = externalId === null ? [] : [`${externalId} ${wanted.serviceId}`];
  return [...own, keyOf(wanted)];
}

function keyOf({
  clientId,
  serviceId,
  staffId,
  startsAt,
}: Pick<ImportedAppointment, "clientId" | "serviceId" | "staffId" | "startsAt">): string {
  return `${clientId} ${serviceId} ${staffId} ${new Date(startsAt).toISOString()}`;
}
