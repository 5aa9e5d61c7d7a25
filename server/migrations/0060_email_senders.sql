-- E-mails to clients come in the name of the business, are answered to its location, and have an HTML form.
alter table emails
add column sender_name text,
add column reply_to text,
add column body_html text;
