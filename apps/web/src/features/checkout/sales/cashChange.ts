/**
 * The change to give the client, in minor units, by sale. The page of a sale shows it after a cash payment. It is not stored,
 * because it is not needed after the client has left.
 */
const changes = new Map<string, number>();

export function rememberChange(saleId: string, changeMinor: number): void {
  changes.set(saleId, changeMinor);
}

export function changeOf(saleId: string): number {
  return changes.get(saleId) ?? 0;
}
