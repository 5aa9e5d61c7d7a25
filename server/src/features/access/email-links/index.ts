export { mailLinkPages } from "./mailLinkPages.ts";
