export {
  type Idempotency,
  idempotency,
  type KeepIn,
  type KeptAnswer,
  type KeyedRequest,
  type Outcome,
} from "./idempotency.ts";
export { idempotencyJobs } from "./jobs.ts";
export { replaceAnswers } from "./replaceAnswers.ts";
