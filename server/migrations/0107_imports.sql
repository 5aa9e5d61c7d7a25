-- Imports of CSV files: the format of the file, the assignment of its columns to fields, and the progress of the worker.
create table imports (
  business_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  file_name text,
  preset text not null,
  encoding text not null,
  separator text not null,
  columns text[] not null,
  targets jsonb not null,
  date_order text not null,
  phone_country text not null,
  row_count integer not null,
  -- Rows up to this number have been imported, or undone while the import is being undone.
  done_count integer not null,
  run_by uuid,
  run_address text,
  completed_at timestamptz,
  -- False once the cells of all rows have been emptied.
  has_cells boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint imports_pkey primary key (business_id, id),
  constraint imports_business_fkey foreign key (business_id) references businesses (id),
  constraint imports_kind_is_known check (kind in ('clients')),
  constraint imports_status_is_known check (status in ('uploaded', 'ready', 'queued', 'running', 'completed', 'undoing')),
  constraint imports_preset_is_known check (preset in ('fresha', 'square', 'other')),
  constraint imports_date_order_is_known check (date_order in ('day_first', 'month_first'))
);

create index imports_by_creation on imports (business_id, created_at desc, id desc);

-- The imports that the job must process, oldest first. The condition leaves out finished imports, so the index is small.
create index imports_at_work on imports (updated_at, business_id, id)
where
  status in ('queued', 'running', 'undoing');

-- Finds the imports whose cells must be emptied later.
create index imports_with_cells on imports (updated_at, business_id, id)
where
  has_cells;

create trigger keep_updated_at before update on imports
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows(
  'imports', 'import', 'id',
  'id,preset,encoding,separator,columns,targets,date_order,phone_country,done_count,run_by,run_address,completed_at,has_cells,'
  || 'created_at,updated_at',
  'insert or delete or update of status'
);

-- The rows of a file. The cells are emptied when a row has been imported without problems, otherwise a day after the import; the
-- external id and the client's id remain, so that a second import finds the client.
create table import_rows (
  business_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  cells text[],
  external_id text,
  outcome text,
  problems jsonb not null,
  client_id uuid,
  constraint import_rows_pkey primary key (business_id, import_id, row_number),
  constraint import_rows_import_fkey foreign key (business_id, import_id) references imports (business_id, id),
  constraint import_rows_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint import_rows_outcome_is_known check (outcome in ('created', 'matched', 'refused'))
);

create index import_rows_of_client on import_rows (business_id, client_id)
where
  client_id is not null;

create index import_rows_by_external_id on import_rows (business_id, external_id)
where
  external_id is not null
  and client_id is not null;
