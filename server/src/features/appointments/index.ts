export { type Booking, book } from "./book.ts";
export { clientVisitRoutes } from "./clientRoutes.ts";
export { appointmentRoutes } from "./routes.ts";
export { SkippedDate } from "./schema.ts";
export { type Transition, transition } from "./transition.ts";
