import { type Node, parse, placeOf } from "./syntaxTree.ts";

/** The units that names end with. */
const UNITS = new Set("at bytes cents days hours minor minutes months ms percent seconds".split(" "));

/** Words before "id" that do not name a kind of record, or that stand for records of several kinds. */
const ANY_RECORD = new Set("after cause credential except nil no partition subject test unknown".split(" "));

/**
 * Finds properties with a name that contradicts the name of their value: the id of another record (`client_id: staffId`) or a
 * value in another unit (`durationMinutes: waitMs`). PostgreSQL and the compiler accept both mistakes, because all ids have the
 * same type and the values of all units are numbers.
 */
export function mixedNamesIn(path: string, source: string): { place: string; pair: string }[] {
  const found: { place: string; pair: string }[] = [];
  for (const node of parse(path, source).nodes) {
    if (node.type !== "Property") continue;
    const [property, value] = [nameOf(node.key), nameOf(node.value)];
    if (property !== undefined && value !== undefined && contradict(wordsOf(property), wordsOf(value)))
      found.push({ place: placeOf(path, source, node), pair: `${property}: ${value}` });
  }
  return found;
}

/**
 * Returns the name of a variable or property. For an expression such as `row.client_id!`, returns the last name, `client_id`.
 */
function nameOf(value: unknown): string | undefined {
  const node = value as Node;
  if (node.type === "Identifier") return node.name as string;
  if (node.type === "MemberExpression" && !node.computed) return nameOf(node.property);
  if (node.type === "TSNonNullExpression" || node.type === "TSAsExpression") return nameOf(node.expression);
  return undefined;
}

/** Returns the words of a name in lower case: `clientId`, `client_id` and `CLIENT_ID` have the words `client` and `id`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");
}

function contradict(property: readonly string[], value: readonly string[]): boolean {
  const [unit, otherUnit] = [property.at(-1) ?? "", value.at(-1) ?? ""];
  if (unit !== otherUnit) return UNITS.has(unit) && UNITS.has(otherUnit);
  const [record, otherRecord] = [property.at(-2), value.at(-2)];
  if (unit !== "id" || record === undefined || otherRecord === undefined) return false;
  if (ANY_RECORD.has(record) || ANY_RECORD.has(otherRecord)) return false;
  // `kept_client_id: clientId` and `clientId: client_id_of_sale` name the same kind of record.
  return !property.includes(otherRecord) && !value.includes(record);
}
