export { isReachable, type OutboundPolicy } from "./addresses.ts";
export { checkUrl } from "./checkUrl.ts";
export type { LookUp } from "./lookUp.ts";
export { type OutboundHttp, type OutboundResponse, openOutboundHttp } from "./outboundHttp.ts";
