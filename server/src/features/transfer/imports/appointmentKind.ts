import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { menuImports } from "../../business/services/index.ts";
import { staffNames } from "../../business/staff/index.ts";
import { appointmentImports } from "../../scheduling/appointments/index.ts";
import type { AppointmentReader } from "./appointmentOf.ts";
import { appointmentRowRecords } from "./appointmentRecords.ts";
import { forgetAppointments } from "./appointmentStore.ts";
import {
  APPOINTMENT_TARGETS,
  type AppointmentTarget,
  suggestedAppointmentTargets,
} from "./appointmentTargets.ts";
import type { Batch, ImportKind } from "./kind.ts";
import { NamedRecords } from "./namedRecords.ts";
import { appointmentPlanner } from "./planAppointments.ts";
import type { BusinessRecords } from "./resolveAppointment.ts";
import type { ImportedRow } from "./rowStore.ts";
import { fractionDigits } from "./serviceOf.ts";
import type { ImportRow } from "./store.ts";
import { unknownOrRepeated } from "./targetProblems.ts";

/** The maximum number of rows in a file. A salon rarely has more future appointments. */
const MAX_ROWS = 5_000;
const CLIENT: readonly AppointmentTarget[] = ["client_name", "first_name", "last_name", "email", "phone"];

/** Imports of future appointments. */
export const appointmentKind: ImportKind = {
  maxRows: MAX_ROWS,
  // The transaction of a batch locks the staff members of its appointments until the commit, and concurrent bookings of these staff members
  // wait for the lock. A small batch keeps the wait short.
  rowsPerBatch: 100,
  suggest: async (_reader, _businessId, columns) => suggestedAppointmentTargets(columns),
  targetProblems: async (_reader, _businessId, targets) => {
    const problems = unknownOrRepeated(targets, new Set(APPOINTMENT_TARGETS));
    if (problems.length > 0) return problems;
    const has = (target: AppointmentTarget) => targets.includes(target);
    const hasStart = has("starts_at") !== (has("date") || has("time")) && has("date") === has("time");
    return CLIENT.some(has) && has("service") && hasStart
      ? []
      : [
          {
            path: "/targets",
            message: `must contain \`service\`, at least one of ${CLIENT.map((target) => `\`${target}\``).join(", ")}, and either \`starts_at\` or both \`date\` and \`time\``,
          },
        ];
  },
  planner: async (reader, { businessId, row, now }) => {
    const snapshot = await appointmentImports.snapshot(reader, businessId);
    const place = appointmentImports.checker(reader, snapshot, now);
    return appointmentPlanner(reader, { ...(await contextOf(reader, businessId, row)), now, place });
  },
  run: async (tx: Transaction, row: ImportRow, { businessId, rows, now }: Batch) => {
    const snapshot = await appointmentImports.lockedSnapshot(tx, businessId);
    const context = await contextOf(tx, businessId, row);
    const plan = appointmentPlanner(tx, {
      ...context,
      now,
      place: (appointments) => appointmentImports.create(tx, snapshot, appointments, now),
    });
    return plan(rows);
  },
  undo: undoAppointments,
  records: async (reader, businessId, row, rows) => {
    const { currency } = await businessRecord(reader, businessId);
    return appointmentRowRecords(reader, rows, { ...(await contextOf(reader, businessId, row)), currency });
  },
};

/** Returns the data that all pages of an import use: the settings for reading rows, and the records to which the rows can refer. */
async function contextOf(reader: Reader, businessId: string, row: ImportRow) {
  const [{ currency }, locations, staff, services] = await Promise.all([
    businessRecord(reader, businessId),
    appointmentImports.locations(reader, businessId),
    staffNames(reader, businessId),
    menuImports.performedServices(reader, businessId),
  ]);
  const columns: AppointmentReader = {
    columns: row.columns,
    targets: row.targets as readonly (AppointmentTarget | null)[],
    dateOrder: row.date_order,
    phoneCountry: row.phone_country,
    digits: fractionDigits(currency),
  };
  const records: BusinessRecords = {
    locations: new NamedRecords(locations),
    staff: new NamedRecords(staff),
    services: new NamedRecords(services),
  };
  return { businessId, preset: row.preset, reader: columns, records };
}

/** Deletes the appointments that the rows created, except for appointments that were changed afterwards. */
async function undoAppointments(
  tx: Transaction,
  businessId: string,
  rows: readonly ImportedRow[],
): Promise<void> {
  const created = rows.flatMap(({ outcome, appointment_id }) =>
    outcome === "created" && appointment_id !== null ? [appointment_id] : [],
  );
  const appointmentIds = await appointmentImports.lockUnchanged(tx, businessId, created);
  tx.write(forgetAppointments, { businessId, appointmentIds });
  appointmentImports.remove(tx, businessId, appointmentIds);
}
