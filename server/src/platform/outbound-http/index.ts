export { mayReach, type OutgoingPolicy } from "./addresses.ts";
export { checkUrl } from "./checkUrl.ts";
export type { LookUp } from "./lookUp.ts";
export { type Outgoing, type OutgoingAnswer, openOutgoing } from "./outgoing.ts";
