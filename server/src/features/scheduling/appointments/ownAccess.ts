export { readOwnAppointment } from "./list.ts";
export { ownAppointmentCondition } from "./ownAppointments.ts";
