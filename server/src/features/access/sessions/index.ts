export { givePassword, randomPassword } from "./givePassword.ts";
export { sessionJobs } from "./jobs.ts";
export { isSignUpAddress, LONGEST_PASSWORD, SHORTEST_PASSWORD } from "./schema.ts";
export { openSessions, type Sessions } from "./sessions.ts";
export { SIGN_IN_OPERATIONS } from "./signInOperations.ts";
