import { bookOnline } from "./bookOnline.ts";
import { confirmByClient } from "./confirmByClient.ts";
import { readItemsToMove, rescheduleOnline } from "./rescheduleOnline.ts";

/**
 * Operations that clients perform on the booking page and through manage links; only starts that availability offers online are
 * accepted.
 */
export const onlineAppointments = {
  book: bookOnline,
  reschedule: rescheduleOnline,
  confirm: confirmByClient,
  readItemsToMove,
};
