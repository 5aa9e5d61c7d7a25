/**
 * The change to give the client, in minor units, by sale id. The page of a sale shows the change after a cash payment. The change is only
 * kept in memory, because it is not needed after the client has left.
 */
const changes = new Map<string, number>();

export function rememberChange(saleId: string, changeMinor: number): void {
  changes.set(saleId, changeMinor);
}

export function changeOf(saleId: string): number {
  return changes.get(saleId) ?? 0;
}
