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
] as const;

export type ServiceTarget = (typeof SERVICE_TARGETS)[number];

/** Suggests a target for each column by its name in English, German, French or Spanish; null for an unknown name. */
export function suggestedServiceTargets(columns: readonly string[]): (ServiceTarget | null)[] {
  const used = new Set<string>();
  return columns.map((column) => {
    const name = column
      .trim()
      .toLowerCase()
      .replace(/\s*\([^)]*\)$/, "")
      .replaceAll(/[_\s-]+/g, " ");
    const target = SERVICE_TARGETS.find((each) => NAMES[each].includes(name));
    if (target === undefined || used.has(target)) return null;
    used.add(target);
    return target;
  });
}

/** The names of columns without a unit in brackets, as in "Duration (min)". */
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
};
