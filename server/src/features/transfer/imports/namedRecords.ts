import { type Problem, type ProblemCode, problem } from "./problems.ts";
import { lineOf } from "./values.ts";

/** A record with the names by which a file can refer to it, the most exact one first. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

/** Returns the form of a name in which names are compared: without case and repeated spaces. */
export function comparable(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** Returns the records with a name. The first kind of name that a record has counts: a full name before a first name. */
export function recordsNamed<T extends Named>(name: string, records: readonly T[]): T[] {
  const wanted = comparable(name);
  const kinds = Math.max(0, ...records.map(({ names }) => names.length));
  for (let kind = 0; kind < kinds; kind++) {
    const found = records.filter(({ names }) => comparable(names[kind] ?? "") === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the only one of the found records, or the problem with their number. */
export function onlyOne<T extends Named>(
  found: readonly T[],
  codes: { readonly none: ProblemCode; readonly several: ProblemCode },
): T | Problem {
  const [first, second] = found;
  if (first === undefined) return problem(codes.none);
  return second === undefined ? first : problem(codes.several);
}

/**
 * Returns the ids of the staff members whose names a cell lists, each once, and a problem for each name that matches none or several. A
 * cell that is the name of one staff member is not split: "Anna and Ben" may be a team.
 */
export function namesIn(cell: string, staff: readonly Named[]): (string | Problem)[] {
  const text = lineOf(cell.trim().replaceAll("\n", ";"));
  const codes = { none: "unknown_staff", several: "several_staff" } as const;
  const listed = recordsNamed(text, staff).length > 0 ? [text] : text.split(/[,;/|&+]| and | und | et | y /i);
  const found = listed
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => onlyOne(recordsNamed(name, staff), codes));
  const ids = new Set(found.flatMap((one) => ("id" in one ? one.id : [])));
  const problems = found.filter((one) => "code" in one);
  return [...ids, ...new Map(problems.map((one) => [one.code, one])).values()];
}
