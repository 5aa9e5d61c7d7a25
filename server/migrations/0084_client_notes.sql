-- Dated notes by staff members about a client, such as colour formulas. Clients never see them.
create table client_notes (
  business_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  text text not null,
  noted_on date not null,
  is_pinned boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint client_notes_pkey primary key (business_id, id),
  constraint client_notes_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint client_notes_text_is_short check (length(text) between 1 and 10000)
);

create index client_notes_of_client on client_notes (business_id, client_id, is_pinned desc, noted_on desc, id desc);

call audit_rows('client_notes', 'client_note', 'id', 'id,created_at,updated_at');
call note_changes('client_notes', 'client_notes', 'id');
