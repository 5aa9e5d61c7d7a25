export { type CalendarMethod, type Mail, type Mailer, openMailer } from "./mailer.ts";
export { openPost, type Post } from "./post.ts";
export { type QueuedMail, queueMail } from "./queue.ts";
export { emailJobs, type LetterOutcome } from "./sender.ts";
