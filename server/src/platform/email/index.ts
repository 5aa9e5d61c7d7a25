export {
  deleteEmails,
  deleteEmailsOf,
  deletePendingEmails,
  emailsOf,
  moveEmails,
  withdrawEmails,
} from "./clientEmails.ts";
export { addressOf } from "./composedMessage.ts";
export { buttonLink, htmlEmail, withColon } from "./htmlEmail.ts";
export { type CalendarMethod, type Email, type Mailer, openMailer } from "./mailer.ts";
export { type EmailOutbox, openEmailOutbox } from "./outbox.ts";
export { type QueuedEmail, type QueuedText, queueEmail, queueText } from "./queue.ts";
export { type EmailOutcome, emailJobs } from "./sender.ts";
export { emailRecipients } from "./table.ts";
