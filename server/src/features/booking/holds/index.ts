import { keepUntil } from "./changeHold.ts";
import { cardFees, dueDeposit } from "./dueDeposit.ts";

export { markVerified } from "./changeHold.ts";
export { NotOffered } from "./createHold.ts";
export { discounted } from "./discounted.ts";
export { holdJobs } from "./jobs.ts";
export { offerHolds } from "./offerHold.ts";
export { onlineConflict } from "./onlineConflict.ts";
export { cartOf, type OnlineCart, patchTestFor, patchTestRequired, personOf } from "./onlineRequest.ts";
export { holdRoutes } from "./routes.ts";
export * as holdShapes from "./schema.ts";
export { holdRows } from "./store.ts";

/** Functions for the deposits of holds and for the cards that are saved with the bookings of holds. */
export const holdDeposits = { due: dueDeposit, cardFees, keepUntil };
