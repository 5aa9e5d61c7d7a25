-- Imports of appointments: a row creates or matches an appointment.
alter table imports
  drop constraint imports_kind_is_known,
  add constraint imports_kind_is_known check (kind in ('clients', 'services', 'appointments'));

alter table import_rows
  add column appointment_id uuid,
  -- The staff members whom the import assigned to the service of this row. Undoing the import keeps the service if it now has
  -- different staff members.
  add column staff_ids uuid[] not null default '{}',
  add constraint import_rows_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id);

create index import_rows_of_appointment on import_rows (business_id, appointment_id)
where
  appointment_id is not null;
