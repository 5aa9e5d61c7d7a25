-- The members of a business that was imported into another installation become invitations, which no user of that installation sent.
alter table invitations alter column invited_by drop not null;
