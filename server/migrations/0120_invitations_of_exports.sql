-- When a business is imported from another installation, its business members become invitations, which no user of this
-- installation has sent.
alter table invitations alter column invited_by drop not null;
