export { firstAccountToken } from "./firstAccount.ts";
export { sessionJobs } from "./jobs.ts";
export { sessionRoutes } from "./routes.ts";
export { isSignUpAddress, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, SIGN_UP_ADDRESS_RULE } from "./schema.ts";
export { openSessions, type Sessions } from "./sessions.ts";
export { randomPassword, setInitialPassword } from "./setInitialPassword.ts";
export { SIGN_IN_OPERATIONS } from "./signInOperations.ts";
export { confirmSignUp, findOpenSignUp, type SignUpSettings } from "./signUps.ts";
