import { column, statement } from "../../../platform/database/index.ts";
import { importRows } from "../../../tables/transfer.ts";

/**
 * Clears the references to appointments that the caller is about to delete, in all import rows that matched these appointments.
 */
export const forgetAppointments = statement({
  name: "import_rows_forget_appointments",
  params: { businessId: column.id, appointmentIds: column.ids },
  sql: `update import_rows
        set appointment_id = null, external_id = null
        where business_id = $businessId and appointment_id = any ($appointmentIds)`,
});

/**
 * The appointments that rows with one of the keys `externalIds` created or matched, in all imports of appointments from the program
 * `preset`.
 */
export const listImportedIds = statement({
  name: "import_rows_list_appointments",
  params: { businessId: column.id, preset: column.text, externalIds: column.texts },
  columns: {
    external_id: column.notNull(importRows.columns.external_id),
    appointment_id: column.notNull(importRows.columns.appointment_id),
  },
  sql: `select row.external_id, row.appointment_id
        from import_rows as row
        join imports as import
          on import.business_id = row.business_id and import.id = row.import_id
        where row.business_id = $businessId
          and row.external_id = any ($externalIds)
          and row.external_id is not null
          and row.appointment_id is not null
          and import.preset = $preset
          and import.kind = 'appointments'`,
});
