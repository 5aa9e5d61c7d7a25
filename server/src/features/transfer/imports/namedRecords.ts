import { type Problem, type ProblemCode, problem } from "./problems.ts";
import { lineOf } from "./values.ts";

/** A record with the names by which a file can refer to it, from the most specific name to the least specific. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

/** Normalises a name for comparison: without case and repeated spaces. */
export function comparable(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** An index of records by name, so that a search does not compare all records: a menu may have two thousand services. */
export class NamedRecords<T extends Named> {
  readonly all: readonly T[];
  /** One map from normalised names to records for each kind of name, from the most specific kind to the least specific. */
  readonly #kinds: Map<string, T[]>[] = [];

  constructor(records: readonly T[]) {
    this.all = records;
    for (const record of records)
      for (const [kind, name] of record.names.entries()) this.#add(kind, name, record);
  }

  /**
   * Returns the records with a name. If the name matches several kinds of names, returns only the records that match by the most specific
   * kind: for example, a record with this full name, but not a record with this first name.
   */
  named(name: string): readonly T[] {
    const key = comparable(name);
    for (const kind of this.#kinds) {
      const found = kind.get(key);
      if (found !== undefined) return found;
    }
    return [];
  }

  #add(kind: number, name: string, record: T): void {
    while (this.#kinds.length <= kind) this.#kinds.push(new Map());
    const key = comparable(name);
    const names = this.#kinds[kind];
    names?.set(key, [...(names.get(key) ?? []), record]);
  }
}

/** Returns the record if exactly one was found; otherwise the problem for no match or for several matches. */
export function onlyOne<T extends Named>(
  found: readonly T[],
  codes: { readonly none: ProblemCode; readonly several: ProblemCode },
): T | Problem {
  const [first, second] = found;
  if (first === undefined) return problem(codes.none);
  return second === undefined ? first : problem(codes.several);
}

/**
 * Returns the ids of the staff members whose names a cell lists, without duplicates. Adds one problem if a name matches no staff member,
 * and one problem if a name matches several staff members. A cell that equals the name of one staff member is not split, because a staff
 * member may have a name such as "Anna and Ben".
 */
export function namesIn(cell: string, staff: NamedRecords<Named>): (string | Problem)[] {
  const text = lineOf(cell.trim().replaceAll("\n", ";"));
  const codes = { none: "unknown_staff", several: "several_staff" } as const;
  const listed = staff.named(text).length > 0 ? [text] : text.split(/[,;/|&+]| and | und | et | y /i);
  const found = listed
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => onlyOne(staff.named(name), codes));
  const ids = new Set(found.flatMap((one) => ("id" in one ? one.id : [])));
  const problems = found.filter((one) => "code" in one);
  return [...ids, ...new Map(problems.map((one) => [one.code, one])).values()];
}
