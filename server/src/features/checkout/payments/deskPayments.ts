export { takeDeposit } from "./deposits/takeDeposit.ts";
export { paySale } from "./pay.ts";
