export { emailLinkPages } from "./emailLinkPages.ts";
