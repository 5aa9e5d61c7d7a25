export {
  type Idempotency,
  idempotency,
  type KeepIn,
  type KeptAnswer,
  type KeyedRequest,
  type Outcome,
} from "./idempotency.ts";
