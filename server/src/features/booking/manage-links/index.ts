export { fillManageLinks, manageLinkMark } from "./emailLinks.ts";
export { appointmentOfToken, type LinkedAppointment, manageUrl } from "./manageToken.ts";
