export { markProven } from "./changeHold.ts";
export { NotOffered } from "./createHold.ts";
export { discounted } from "./discounted.ts";
export { holdJobs } from "./jobs.ts";
export { onlineConflict } from "./onlineConflict.ts";
export { cartOf, type OnlineCart, patchTestFor, patchTestRequired, personOf } from "./onlineRequest.ts";
export { holdRoutes } from "./routes.ts";
export { AppliedDiscount, HoldToken } from "./schema.ts";
export { deleteHold, lockHoldRow } from "./store.ts";
