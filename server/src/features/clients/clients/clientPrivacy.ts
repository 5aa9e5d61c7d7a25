import { clientsDueForErasure } from "./dueErasures.ts";
import { eraseDetails } from "./eraseDetails.ts";
import { exportClientDetails } from "./exportDetails.ts";
import { mergeDetails } from "./mergeDetails.ts";

/** What merging, exporting and erasing a client does to their own record. */
export const clientDetails = {
  dueForErasure: clientsDueForErasure,
  erase: eraseDetails,
  export: exportClientDetails,
  merge: mergeDetails,
};
