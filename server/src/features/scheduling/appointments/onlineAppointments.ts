import { bookOnline } from "./bookOnline.ts";
import { confirmByClient } from "./confirmByClient.ts";
import { readItemsToMove, rescheduleOnline } from "./rescheduleOnline.ts";

/**
 * Operations of clients on the booking page and through manage links. A booking or reschedule is accepted only at a start that
 * availability offers online.
 */
export const onlineAppointments = {
  book: bookOnline,
  reschedule: rescheduleOnline,
  confirm: confirmByClient,
  readItemsToMove,
};
