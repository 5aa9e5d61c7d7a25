import { bookOnline } from "./bookOnline.ts";
import { confirmByClient } from "./confirmByClient.ts";
import { readItemsToMove, rescheduleOnline } from "./rescheduleOnline.ts";

/**
 * Operations of clients on the booking page and through manage links. They accept only starts that availability offers online.
 */
export const onlineAppointments = {
  book: bookOnline,
  reschedule: rescheduleOnline,
  confirm: confirmByClient,
  readItemsToMove,
};
