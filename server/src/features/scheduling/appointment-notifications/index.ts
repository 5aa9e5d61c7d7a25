export { appointmentNotificationJobs } from "./jobs.ts";
export type { LetterWriting } from "./letter.ts";
export { rememberAllComing } from "./store.ts";
export { cancelWithoutAWord, tellClients } from "./tellClients.ts";
