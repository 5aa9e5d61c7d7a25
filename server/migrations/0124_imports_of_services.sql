-- Imports of services: a row creates or matches a service instead of a client.
alter table imports
  drop constraint imports_kind_is_known,
  add constraint imports_kind_is_known check (kind in ('clients', 'services'));

alter table import_rows
  add column service_id uuid,
  -- The category of this row's service, if the import created the category. Undoing the import deletes the category if it has
  -- no services any more.
  add column category_id uuid,
  add constraint import_rows_service_fkey foreign key (business_id, service_id) references services (business_id, id),
  add constraint import_rows_category_fkey
    foreign key (business_id, category_id) references service_categories (business_id, id);

create index import_rows_of_service on import_rows (business_id, service_id)
where
  service_id is not null;

create index import_rows_of_category on import_rows (business_id, category_id)
where
  category_id is not null;
