export { businessOfToken } from "./businessOfToken.ts";
export { fillManageLinks, manageLinkMark, waitlistLinkMark } from "./emailLinks.ts";
export { type LinkedRecord, linkToken } from "./linkToken.ts";
export { appointmentOfToken, type LinkedAppointment, manageUrl } from "./manageToken.ts";
export { entryOfToken, waitlistUrl } from "./waitlistToken.ts";
