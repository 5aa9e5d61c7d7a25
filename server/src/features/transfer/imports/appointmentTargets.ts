import { suggestedByName } from "./columnNames.ts";

/** The fields of an appointment that a column can fill. */
export const APPOINTMENT_TARGETS = [
  "external_id",
  "starts_at",
  "date",
  "time",
  "client_name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "service",
  "staff",
  "location",
  "duration",
  "price",
  "status",
  "note",
] as const;

export type AppointmentTarget = (typeof APPOINTMENT_TARGETS)[number];

/** Suggests a target for each column by its name in English, German, French or Spanish; null for an unknown name. */
export function suggestedAppointmentTargets(columns: readonly string[]): (AppointmentTarget | null)[] {
  const suggested = suggestedByName(columns, NAMES);
  // Without a column of times, the start column contains date and time. With a column of times, the start column contains only
  // the date.
  return suggested.map((target) =>
    target === "starts_at" && suggested.includes("time") && !suggested.includes("date") ? "date" : target,
  );
}

const NAMES: Readonly<Record<AppointmentTarget, readonly string[]>> = {
  external_id: [
    ...[
      "appointment id",
      "booking id",
      "appt. ref.",
      "appt ref",
      "ref",
      "ref #",
      "reference",
      "booking reference",
    ],
    ...["terminnummer", "id"],
  ],
  starts_at: [
    ...["start", "starts at", "start at", "start date/time", "start datetime", "date/time", "date and time"],
    ...["appointment date", "scheduled date", "scheduled for", "beginn", "début", "inicio", "termin"],
  ],
  date: ["date", "start date", "day", "datum", "tag", "fecha", "jour"],
  time: ["time", "start time", "scheduled time", "uhrzeit", "zeit", "startzeit", "heure", "hora"],
  client_name: [
    ...[
      "client",
      "client name",
      "customer",
      "customer name",
      "name",
      "full name",
      "kunde",
      "kundin",
      "kundenname",
    ],
    ...["cliente", "nombre"],
  ],
  first_name: ["first name", "client first name", "customer first name", "vorname", "prénom"],
  last_name: [
    ...[
      "last name",
      "client last name",
      "customer last name",
      "surname",
      "nachname",
      "nom",
      "apellido",
      "apellidos",
    ],
  ],
  email: [
    ...["email", "e mail", "email address", "client email", "customer email", "correo", "correo electrónico"],
  ],
  phone: [
    ...[
      "phone",
      "mobile",
      "mobile number",
      "phone number",
      "client phone",
      "client mobile",
      "customer phone",
    ],
    ...["telefon", "handy", "téléphone", "teléfono"],
  ],
  service: [
    ...[
      "service",
      "services",
      "service name",
      "treatment",
      "item",
      "leistung",
      "dienstleistung",
      "behandlung",
    ],
    ...["prestation", "servicio", "tratamiento"],
  ],
  staff: [
    ...["staff", "staff member", "staff name", "team member", "employee", "stylist", "with", "provider"],
    ...["mitarbeiter", "mitarbeiterin", "collaborateur", "employé", "empleado", "profesional"],
  ],
  location: [
    "location",
    "location name",
    "branch",
    "salon",
    "standort",
    "filiale",
    "établissement",
    "lieu",
    "local",
  ],
  duration: ["duration", "length", "minutes", "dauer", "minuten", "durée", "duración", "duracion"],
  price: ["price", "total", "amount", "value", "gross sales", "preis", "betrag", "prix", "tarif", "precio"],
  status: ["status", "appointment status", "booking status", "state", "statut", "estado"],
  note: [
    "note",
    "notes",
    "appointment notes",
    "comment",
    "comments",
    "notiz",
    "notizen",
    "bemerkung",
    "remarques",
    "notas",
  ],
};
