/**
 * The change to return to the client, in minor units, by sale. The page of a sale shows it after the ticket was paid in cash; it is
 * not stored, because it is of no use after the client has left.
 */
const changes = new Map<string, number>();

export function rememberChange(saleId: string, changeMinor: number): void {
  changes.set(saleId, changeMinor);
}

export function changeOf(saleId: string): number {
  return changes.get(saleId) ?? 0;
}
