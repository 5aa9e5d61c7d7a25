export { type Mail, type Mailer, openMailer } from "./mailer.ts";
export { openPost, type Post } from "./post.ts";
