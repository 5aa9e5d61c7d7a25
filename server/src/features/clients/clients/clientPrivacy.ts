import { readFields } from "./clientFields.ts";
import { readClientSummaries } from "./clientSummaries.ts";
import { clientsDueForErasure, deletedClientsOf } from "./dueErasures.ts";
import { eraseDetails } from "./eraseDetails.ts";
import { exportClientDetails } from "./exportDetails.ts";
import {
  findByContact,
  findNamesakes,
  importClients,
  lockUnchanged,
  nameKeyOf,
  removeImported,
} from "./importClients.ts";
import { lockClientsAgainstDeletion } from "./lockAgainstDeletion.ts";
import { mergeDetails } from "./mergeDetails.ts";

/** Functions that import, merge, export and erase the records of clients. */
export const clientDetails = {
  /** The unarchived fields of a business with their labels. */
  fields: readFields,
  summaries: readClientSummaries,
  namesakes: findNamesakes,
  byContact: findByContact,
  nameKey: nameKeyOf,
  import: importClients,
  lockImported: lockUnchanged,
  removeImported,
  lockAgainstDeletion: lockClientsAgainstDeletion,
  dueForErasure: clientsDueForErasure,
  deletedOf: deletedClientsOf,
  erase: eraseDetails,
  export: exportClientDetails,
  merge: mergeDetails,
};
