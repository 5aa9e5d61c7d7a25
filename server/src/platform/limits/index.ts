export { bucketOfAddress } from "./address.ts";
export { type Buckets, type RateLimitStatus, requestBuckets } from "./buckets.ts";
export { eventLoop, type RunPiece } from "./fairShare.ts";
export { limitJobs } from "./jobs.ts";
export { proofKey, requireProof, solvedProof } from "./proofOfWork.ts";
export { allowQuota, refillQuota, useQuota } from "./quotas.ts";
