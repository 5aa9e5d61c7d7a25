export { bucketOfAddress } from "./address.ts";
export { type Buckets, requestBuckets, type Standing } from "./buckets.ts";
export { limitJobs } from "./jobs.ts";
