export {
  type Idempotency,
  idempotency,
  type KeyedRequest,
  type Outcome,
  type ResponseStore,
  type StoredResponse,
} from "./idempotency.ts";
export { idempotencyJobs } from "./jobs.ts";
export { replaceStoredResponses } from "./replaceStoredResponses.ts";
