-- When a business is imported from another installation, the server creates an invitation for each business member. No user of
-- this installation has sent these invitations.
alter table invitations alter column invited_by drop not null;
