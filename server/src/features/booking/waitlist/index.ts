export { clientWaitlist } from "./clientEntries.ts";
export { createEntry } from "./entries.ts";
export { waitlistJobs } from "./jobs.ts";
export { publicWaitlistRoutes } from "./publicRoutes.ts";
export { waitlistRoutes } from "./routes.ts";
export { WaitlistEntry } from "./schema.ts";
export { addWalkIn, findWalkIn } from "./walkIns.ts";
