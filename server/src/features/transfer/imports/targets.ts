import { plain } from "./columnNames.ts";

/** The fields of a client that a column can fill. `field:<id>` is a client field of the business. */
export const TARGETS = [
  "external_id",
  "full_name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "second_phone",
  "alert",
  "note",
  "patch_test_at",
  "online_booking_blocked",
] as const;

export type Target = (typeof TARGETS)[number] | `field:${string}`;

/** Targets to which several columns can be assigned. The values of these columns are joined. */
export const REPEATABLE: readonly string[] = ["note"];

export type Preset = "fresha" | "square" | "other";

/** Returns the program that exported a file with these columns; `other` for an unknown program. */
export function presetOf(columns: readonly string[]): Preset {
  const names = new Set(columns.map(plain));
  if (names.has("square customer id")) return "square";
  return names.has("client id") && names.has("mobile number") ? "fresha" : "other";
}

/** Suggests a target for each column by its name in English, German, French or Spanish; null for an unknown name. */
export function suggestedTargets(
  columns: readonly string[],
  fields: readonly { readonly id: string; readonly label: string }[],
): (Target | null)[] {
  const used = new Set<string>();
  const suggested = columns.map((column) => {
    const name = plain(column);
    const field = fields.find(({ label }) => plain(label) === name);
    const target: Target | undefined = NAMES[name] ?? (field === undefined ? undefined : `field:${field.id}`);
    if (target === undefined || (used.has(target) && !REPEATABLE.includes(target))) return null;
    used.add(target);
    return target;
  });
  // A column with full names is not assigned if another column contains first names.
  return suggested.map((target) => (target === "full_name" && used.has("first_name") ? null : target));
}

const NAMES: Readonly<Record<string, Target>> = {
  "client id": "external_id",
  "customer id": "external_id",
  "square customer id": "external_id",
  id: "external_id",
  name: "full_name",
  "full name": "full_name",
  "client name": "full_name",
  nombre: "full_name",
  "first name": "first_name",
  vorname: "first_name",
  prénom: "first_name",
  "given name": "first_name",
  "last name": "last_name",
  surname: "last_name",
  nachname: "last_name",
  nom: "last_name",
  apellido: "last_name",
  apellidos: "last_name",
  email: "email",
  "e mail": "email",
  "email address": "email",
  "e mail address": "email",
  correo: "email",
  "correo electrónico": "email",
  "mobile number": "phone",
  mobile: "phone",
  "phone number": "phone",
  phone: "phone",
  telefon: "phone",
  handy: "phone",
  mobil: "phone",
  téléphone: "phone",
  teléfono: "phone",
  telephone: "second_phone",
  "home phone": "second_phone",
  note: "note",
  notes: "note",
  memo: "note",
  notiz: "note",
  notizen: "note",
  notas: "note",
  remarques: "note",
  alert: "alert",
  allergies: "alert",
  allergien: "alert",
  allergie: "alert",
  alergias: "alert",
  "patch test": "patch_test_at",
  "patch test date": "patch_test_at",
  blocked: "online_booking_blocked",
  gesperrt: "online_booking_blocked",
  bloqué: "online_booking_blocked",
  bloqueado: "online_booking_blocked",
};
