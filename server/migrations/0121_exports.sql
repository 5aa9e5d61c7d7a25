-- Exports of a business that its owner requested. The file is in the blob storage, under the id of the export, until it expires.
create table exports (
  business_id uuid not null,
  id uuid not null,
  status text not null,
  -- The number of tables written so far, and the total number of tables; both 0 until the worker begins.
  done_count integer not null default 0,
  table_count integer not null default 0,
  byte_length bigint,
  requested_by uuid not null,
  -- The end of the lease of the worker that writes the file.
  lease_until timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint exports_pkey primary key (business_id, id),
  constraint exports_business_fkey foreign key (business_id) references businesses (id),
  constraint exports_status_is_known check (status in ('queued', 'running', 'ready', 'failed', 'expired'))
);

create index exports_by_creation on exports (business_id, created_at desc, id desc);

-- Finds the exports that the job must write, and the files that it must delete.
create index exports_at_work on exports (updated_at, business_id, id)
where
  status in ('queued', 'running', 'ready');

create trigger keep_updated_at before update on exports
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows(
  'exports', 'export', 'id',
  'id,done_count,table_count,requested_by,lease_until,expires_at,created_at,updated_at',
  'insert or delete or update of status'
);
