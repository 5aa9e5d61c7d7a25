export { appointmentSale } from "./appointmentSale.ts";
export { book } from "./book.ts";
export { bookRecurring } from "./bookRecurring.ts";
export { type LockedAppointment, lockAppointmentAndClient } from "./change.ts";
export { clientAppointments } from "./clientAppointments.ts";
export { appointmentEvents } from "./eventShapes.ts";
export { appointmentImports } from "./imports.ts";
/** The job that declines unanswered requests, and the same work for one business when its test clock advances. */
export * as appointmentWork from "./jobs.ts";
export { appointmentLocalTimes } from "./localTimes.ts";
export { onlineAppointments } from "./onlineAppointments.ts";
/** Functions that restrict a staff member to their own appointments. */
export * as ownAppointments from "./ownAccess.ts";
export { appointmentRoutes } from "./routes.ts";
export { AppointmentShape } from "./schema.ts";
export { transition } from "./transition.ts";
