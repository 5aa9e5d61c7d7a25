import { clientsDueForErasure } from "./dueErasures.ts";
import { eraseDetails } from "./eraseDetails.ts";
import { exportClientDetails } from "./exportDetails.ts";
import { mergeDetails } from "./mergeDetails.ts";

/** The functions that merge, export and erase a client's own record. */
export const clientDetails = {
  dueForErasure: clientsDueForErasure,
  erase: eraseDetails,
  export: exportClientDetails,
  merge: mergeDetails,
};
