import { column, statement } from "../../platform/database/index.ts";

/** The letters that tell of somebody's files ($2), wherever they are on their way. */
export const deleteMails = statement(
  "client_life_delete_mails",
  {},
  `delete from mails
   where business_id = $1
     and client_id = any($2)`,
);

export const listMails = statement(
  "client_life_list_mails",
  {
    id: column.id,
    recipient: column.text,
    subject: column.text,
    body_text: column.text,
    calendar_text: column.nullable(column.text),
    status: column.text,
    sent_at: column.nullable(column.instant),
    created_at: column.instant,
  },
  `select id, recipient, subject, body_text, calendar_text, status, sent_at, created_at
   from mails
   where business_id = $1
     and client_id = any($2)
   order by created_at, id`,
);

/**
 * Where answers are kept that may tell of somebody's files ($2): with the business, for its keys; with its members; and
 * with whoever did something to the files, a member or not any more.
 */
export const listAnswerHomes = statement(
  "client_life_list_answer_homes",
  { home_id: column.id },
  `select user_id as home_id
   from memberships
   where business_id = $1
   union
   select actor_id
   from audit_log
   where business_id = $1
     and client_id = any($2)
     and actor_kind = 'user'
     and actor_id is not null`,
);
