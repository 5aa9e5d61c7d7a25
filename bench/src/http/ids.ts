/** What the bench makes many of. A number of each kind has an id that SQL and JavaScript can both compute. */
const KINDS = { staff: 1, client: 2, visit: 3, item: 4, claim: 5, event: 6 } as const;

type Kind = keyof typeof KINDS;

/** The id of a number of a kind in one of the salons. */
export function idOf(salon: number, kind: Kind, number: number): string {
  return `${prefixOf(salon, kind)}${number.toString(16).padStart(12, "0")}`;
}

/** The same as an SQL expression of a bigint expression. */
export function sqlIdOf(salon: number, kind: Kind, number: string): string {
  return `('${prefixOf(salon, kind)}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

function prefixOf(salon: number, kind: Kind): string {
  return `0198f3a0-000${salon}-7000-800${KINDS[kind]}-`;
}
