export { type Metrics, openMetrics } from "./metrics.ts";
export { measurePool } from "./pool.ts";
export { measureRequests, requestMeter } from "./requests.ts";
