export { givePassword, randomPassword } from "./givePassword.ts";
export { openSessions, type Sessions } from "./sessions.ts";
