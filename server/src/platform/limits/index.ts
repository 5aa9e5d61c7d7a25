export { bucketOfAddress } from "./address.ts";
export { type Buckets, type RateLimitStatus, requestBuckets } from "./buckets.ts";
export { limitJobs } from "./jobs.ts";
