import { clientsDueForErasure } from "./dueErasures.ts";
import { eraseDetails } from "./eraseDetails.ts";
import { exportClientDetails } from "./exportDetails.ts";
import { mergeDetails } from "./mergeDetails.ts";

/** The changes to a client's own record in a merge, an export and an erasure. */
export const clientDetails = {
  dueForErasure: clientsDueForErasure,
  erase: eraseDetails,
  export: exportClientDetails,
  merge: mergeDetails,
};
