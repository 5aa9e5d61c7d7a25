export { lockClientOfAppointment, requireClient } from "./lockAgainstDeletion.ts";
