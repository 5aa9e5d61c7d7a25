-- E-mails to clients have the business's name as sender, the location's address for replies, and an HTML version.
alter table emails
add column sender_name text,
add column reply_to text,
add column body_html text;
