/**
 * The change to return to the client, in minor units, by sale: the page of a sale shows it after its ticket was paid in cash. It is
 * kept in memory only, because nobody needs it after the client has left.
 */
const changes = new Map<string, number>();

export function rememberChange(saleId: string, changeMinor: number): void {
  changes.set(saleId, changeMinor);
}

export function changeOf(saleId: string): number {
  return changes.get(saleId) ?? 0;
}
