import { suggestedByName } from "./columnNames.ts";

/** The fields of a service that a column can fill. */
export const SERVICE_TARGETS = [
  "name",
  "category",
  "description",
  "duration",
  "buffer_before",
  "buffer_after",
  "price",
  "price_kind",
  "online_bookable",
  "staff",
] as const;

export type ServiceTarget = (typeof SERVICE_TARGETS)[number];

/** Suggests a target for each column by its name in English, German, French or Spanish; null for an unknown name. */
export function suggestedServiceTargets(columns: readonly string[]): (ServiceTarget | null)[] {
  return suggestedByName(columns, NAMES);
}

/** The names of columns, without a unit in brackets such as in "Duration (min)". */
const NAMES: Readonly<Record<ServiceTarget, readonly string[]>> = {
  name: [
    ...["name", "service", "service name", "item name", "treatment", "title", "leistung", "dienstleistung"],
    ...["behandlung", "bezeichnung", "nom", "prestation", "nombre", "servicio", "tratamiento"],
  ],
  category: [
    ...["category", "category name", "service category", "group", "menu section", "kategorie", "gruppe"],
    ...["catégorie", "categoría", "categoria"],
  ],
  description: [...["description", "service description", "beschreibung", "descripción", "descripcion"]],
  duration: [
    ...["duration", "service duration", "duration minutes", "length", "minutes", "time", "dauer", "minuten"],
    ...["durée", "duración", "duracion"],
  ],
  buffer_before: [
    ...["buffer before", "buffer time before", "preparation", "preparation time", "puffer davor"],
    ...["vorbereitung", "vorbereitungszeit", "temps de préparation", "tiempo de preparación"],
  ],
  buffer_after: [
    ...["buffer after", "buffer time after", "buffer", "buffer time", "blocked time after", "cleanup time"],
    ...["extra time", "puffer danach", "puffer", "nachbereitung", "temps de nettoyage", "tiempo de limpieza"],
  ],
  price: [
    ...["price", "retail price", "service price", "amount", "cost", "preis", "prix", "tarif", "precio"],
  ],
  price_kind: ["price type", "price kind", "preisart", "type de prix", "tipo de precio"],
  online_bookable: [
    ...["online booking", "bookable online", "online bookable", "online buchbar", "réservation en ligne"],
    ...["reserva en línea", "reserva online"],
  ],
  staff: [
    ...["staff", "staff members", "staff member", "team members", "team member", "employees", "performed by"],
    ...[
      "mitarbeiter",
      "mitarbeitende",
      "team",
      "collaborateurs",
      "équipe",
      "empleados",
      "personal",
      "equipo",
    ],
  ],
};
