-- The members of a business that was imported from another installation become invitations. No user of this installation has sent these
-- invitations.
alter table invitations alter column invited_by drop not null;
