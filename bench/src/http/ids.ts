/** The kinds of generated records. SQL and JavaScript compute the same id from a kind and a number. */
const KINDS = { staff: 1, client: 2, appointment: 3, item: 4, claim: 5, event: 6 } as const;

type Kind = keyof typeof KINDS;

/** Returns the id of the record with this kind and number in a salon. */
export function idOf(salon: number, kind: Kind, number: number): string {
  return `${prefixOf(salon, kind)}${number.toString(16).padStart(12, "0")}`;
}

/** Returns an SQL expression for the id that `idOf` returns. `number` is an SQL expression of type bigint. */
export function sqlIdOf(salon: number, kind: Kind, number: string): string {
  return `('${prefixOf(salon, kind)}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

function prefixOf(salon: number, kind: Kind): string {
  return `0198f3a0-000${salon}-7000-800${KINDS[kind]}-`;
}
