export { idempotencyChores } from "./chores.ts";
export {
  type Idempotency,
  idempotency,
  type KeepIn,
  type KeptAnswer,
  type KeyedRequest,
  type Outcome,
} from "./idempotency.ts";
export { replaceAnswers } from "./replaceAnswers.ts";
