import { localText, MINUTE } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { appointmentImports } from "../../scheduling/appointments/index.ts";
import { type AppointmentReader, appointmentOf } from "./appointmentOf.ts";
import { startInZone } from "./appointmentValues.ts";
import { commonRecord } from "./records.ts";
import { type BusinessRecords, locationOf } from "./resolveAppointment.ts";
import type { ImportedRow } from "./rowStore.ts";
import type { ImportRowRecord } from "./schema.ts";

interface Context {
  readonly businessId: string;
  readonly reader: AppointmentReader;
  readonly records: BusinessRecords;
  readonly currency: string;
}

/**
 * Converts rows to API records, with starts in the local time of the appointment's location. The values come from the cells of
 * the row or, after the cells were cleared, from the appointment.
 */
export async function appointmentRowRecords(
  reader: Reader,
  rows: readonly ImportedRow[],
  context: Context,
): Promise<ImportRowRecord[]> {
  const ids = rows.flatMap(({ cells, appointment_id }) => (cells === null ? (appointment_id ?? []) : []));
  const stored = await appointmentImports.summaries(reader, context.businessId, ids);
  return rows.map((row) => {
    const common = { ...commonRecord(row), service: null };
    if (row.cells !== null) return { ...common, ...valuesOf(row.cells, context) };
    const found = stored.get(row.appointment_id ?? "");
    if (found === undefined)
      return { ...common, name: null, email: null, phone_e164: null, appointment: null };
    const name = [found.first_name, found.last_name].filter(Boolean).join(" ") || null;
    return {
      ...common,
      ...{ name, email: null, phone_e164: null },
      appointment: {
        ...{ starts_at: found.starts_at, ends_at: found.ends_at, time_zone: found.time_zone },
        ...{
          location_id: found.location_id,
          location: found.location_name,
          service: found.service_name,
          staff: found.staff_name,
        },
        price: moneyOf(found.total_amount, context.currency),
        status: found.status === "requested" ? ("requested" as const) : ("booked" as const),
      },
    };
  });
}

function valuesOf(cells: readonly string[], { reader, records, currency }: Context) {
  const read = appointmentOf(cells, reader);
  const location = locationOf(read, records);
  const zone = "id" in location ? location.zone : null;
  const at = read.start === null || zone === null ? null : startInZone(read.start, zone);
  const startsAt = typeof at === "number" ? at : null;
  const { durationMinutes, priceAmount, status } = read;
  const endsAt = startsAt === null || durationMinutes === null ? null : startsAt + durationMinutes * MINUTE;
  const local = (instant: number | null) =>
    instant === null || zone === null ? null : localText(zone, instant);
  return {
    ...{ name: read.clientName || null, email: read.email, phone_e164: read.phone },
    appointment: {
      ...{ starts_at: local(startsAt), ends_at: local(endsAt), time_zone: zone?.name ?? null },
      location_id: "id" in location ? location.id : null,
      location: ("id" in location ? location.names[0] : null) ?? (read.location || null),
      ...{ service: read.service || null, staff: read.staff || null },
      price: priceAmount === null ? null : moneyOf(priceAmount, currency),
      status: status === "ended" ? null : status,
    },
  };
}
