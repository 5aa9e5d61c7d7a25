export { type Metrics, openMetrics } from "./metrics.ts";
export { measurePool } from "./pool.ts";
export { measureRequests } from "./requests.ts";
