export { fillManageLinks, manageLinkMark } from "./emailLinks.ts";
export { type LinkedRecord, linkToken, recordOfToken } from "./linkToken.ts";
export { appointmentOfToken, type LinkedAppointment, manageUrl } from "./manageToken.ts";
