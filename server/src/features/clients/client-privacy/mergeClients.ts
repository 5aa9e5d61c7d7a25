import type { Transaction } from "../../../platform/database/index.ts";
import { moveSales } from "../../checkout/sales/index.ts";
import { moveHoldings } from "../../checkout/wallet/index.ts";
import { moveAppointmentsToClient } from "../../scheduling/appointments/index.ts";
import { joinFiles, openFiles } from "../clients/index.ts";
import { moveForms } from "../forms/index.ts";
import { movePhotos } from "../photos/index.ts";
import { moveMails } from "./store.ts";

/**
 * Makes one file of two, because they are of one person, and answers it: visits, series, forms, photos, wallet, sales,
 * payments and letters move to the file that stays, what it does not say is filled in from the other, and that one is
 * deleted. It cannot be undone. Both files are locked as for a deletion before anything else, so whatever is written for
 * either at the same moment comes before and moves along, or comes after and finds the one that stays. Throws
 * `not_found`, `version_mismatch` and `validation_failed`.
 */
export async function mergeClients(
  tx: Transaction,
  merge: Parameters<typeof openFiles>[1] & { readonly now: number },
): ReturnType<typeof joinFiles> {
  const { businessId, now } = merge;
  const files = await openFiles(tx, merge);
  const [fromClientId, toClientId] = [files.from.id, files.into.id];
  moveAppointmentsToClient(tx, businessId, { fromClientId, toClientId, now });
  moveForms(tx, businessId, fromClientId, toClientId);
  movePhotos(tx, businessId, fromClientId, toClientId);
  // Sales before the wallet: a sale that is closing just now puts into the wallet what it sold.
  moveSales(tx, businessId, fromClientId, toClientId);
  await moveHoldings(tx, businessId, fromClientId, toClientId, now);
  tx.write(moveMails, [businessId, fromClientId, toClientId]);
  // Last, because the record that is told of counts the visits.
  return joinFiles(tx, files, now);
}
