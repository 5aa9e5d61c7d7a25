import type { Zone } from "@daybook/engine";
import type { appointmentImports } from "../../scheduling/appointments/index.ts";
import type { ReadAppointment } from "./appointmentOf.ts";
import type { AppointmentTarget } from "./appointmentTargets.ts";
import { startInZone } from "./appointmentValues.ts";
import { type Named, type NamedRecords, onlyOne } from "./namedRecords.ts";
import { type Problem, type ProblemCode, problem } from "./problems.ts";

type Create = typeof appointmentImports.create;

/** An appointment to book, with the ids of its records. */
export type ImportedAppointment = Parameters<Create>[2][number];

/** `booked`, or the reason why an appointment cannot be booked. */
export type ImportOutcome = Awaited<ReturnType<Create>>[number];

/** The records of a business to which the rows of a file refer. */
export interface BusinessRecords {
  readonly locations: NamedRecords<Named & { readonly zone: Zone }>;
  /** The active services with the staff members who perform them. */
  readonly services: NamedRecords<Named & { readonly staffIds: ReadonlySet<string> }>;
  readonly staff: NamedRecords<Named>;
}

/**
 * Returns the location with the name in the row; for a row without a name, the only location of the business. Otherwise returns a problem.
 */
export function locationOf({ location }: ReadAppointment, { locations }: BusinessRecords) {
  if (location === "") return onlyOne(locations.all, { none: "no_location", several: "no_location" });
  return onlyOne(locations.named(location), {
    none: "unknown_location",
    several: "unknown_location",
  });
}

/**
 * Finds the location, service, staff member and start of a row. Reports a problem and returns null if one of these values is
 * missing, if a value matches no record or several records, or if the appointment does not take place in the future or has a
 * status of a past or cancelled appointment.
 */
export function resolved(
  read: ReadAppointment,
  client: string | Problem,
  records: BusinessRecords,
  { id, now }: { readonly id: string; readonly now: number },
): ImportedAppointment | null {
  const { cells } = read;
  const before = cells.problems.length;
  const found = <T extends object>(target: AppointmentTarget, one: T | Problem): T | null => {
    if (!isProblem(one)) return one;
    cells.report(cells.columnOf(target) === null || one.code.startsWith("no_") ? null : target, one);
    return null;
  };
  if (typeof client !== "string") found(clientTarget(read), client);
  const location = found("location", locationOf(read, records));
  const named = serviceAndStaff(read, records);
  const service = found("service", named.service);
  const staff = found("staff", named.staff);
  const startsAt = location === null ? null : startOf(read, location.zone, now);
  const { status } = read;
  if (status === "ended") cells.report("status", problem("not_upcoming"));
  const isUnreadable = status === null || cells.problems.length > before;
  if (isUnreadable || typeof client !== "string" || startsAt === null) return null;
  if (location === null || service === null || staff === null || status === "ended") return null;
  return {
    ...{ id, startsAt, status, clientId: client, locationId: location.id },
    ...{ serviceId: service.id, staffId: staff.id, note: read.note },
    ...{ durationMinutes: read.durationMinutes, priceAmount: read.priceAmount },
  };
}

function isProblem(one: object): one is Problem {
  return "code" in one;
}

/**
 * Returns the field that identifies the client of a row: the name or, for a row without a name, the telephone number or the e-mail address.
 */
function clientTarget({ clientName, phone, cells }: ReadAppointment): AppointmentTarget {
  if (clientName !== "") return cells.columnOf("client_name") === null ? "first_name" : "client_name";
  return phone === null ? "email" : "phone";
}

/**
 * Finds the service and the staff member. Each search considers the result of the other: among several services with the name, the search
 * prefers the service that the staff member performs, and among several staff members with the name, it prefers the staff member who
 * performs the service. A row without a staff member belongs to the only staff member who performs the service.
 */
function serviceAndStaff(read: ReadAppointment, { services, staff }: BusinessRecords) {
  const namedServices = services.named(read.service);
  const namedStaff = read.staff === "" ? staff.all : staff.named(read.staff);
  const staffIds = new Set(namedStaff.map(({ id }) => id));
  const performed = namedServices.filter((service) => [...service.staffIds].some((id) => staffIds.has(id)));
  const service =
    read.service === ""
      ? problem("no_service")
      : onlyOne(performed.length > 0 ? performed : namedServices, {
          none: "unknown_service",
          several: "several_services",
        });
  const performers = "id" in service ? namedStaff.filter(({ id }) => service.staffIds.has(id)) : [];
  if (read.staff !== "")
    return {
      service,
      staff: onlyOne(performers.length > 0 ? performers : namedStaff, {
        none: "unknown_staff",
        several: "several_staff",
      }),
    };
  const codes: Record<"none" | "several", ProblemCode> = { none: "no_staff", several: "no_staff" };
  return { service, staff: onlyOne(performers, codes) };
}

/**
 * Returns the start as an instant. Reports a problem and returns null if the row has no start, or if the start does not exist or is not in
 * the future.
 */
function startOf({ cells, start }: ReadAppointment, zone: Zone, now: number): number | null {
  const target = cells.columnOf("date") === null ? "starts_at" : "date";
  if (start === null) {
    if (!cells.isReported(target) && !cells.isReported("time")) cells.report(null, problem("no_start"));
    return null;
  }
  const at = startInZone(start, zone);
  if (typeof at !== "number") {
    cells.report(target === "date" ? "time" : target, at);
    return null;
  }
  if (at > now) return at;
  cells.report(target, problem("in_the_past"));
  return null;
}
