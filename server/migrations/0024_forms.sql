-- Intake forms. A template defines which services need the form and how often. The name and fields that clients read are
-- stored in versions: a version that was used never changes, and a change of the template creates the next version.

create table form_templates (
  business_id uuid not null,
  id uuid not null,
  version integer not null,
  frequency text not null,
  every_months integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint form_templates_pkey primary key (business_id, id),
  constraint form_templates_business_fkey foreign key (business_id) references businesses (id),
  constraint form_templates_frequency_is_known check (frequency in ('once', 'every_visit', 'every_months')),
  constraint form_templates_months_go_with_frequency check ((frequency = 'every_months') = (every_months is not null)),
  constraint form_templates_months_are_sound check (every_months between 1 and 120)
);

-- Reading an appointment requires the templates in use, in the order of their creation.
create index form_templates_in_use on form_templates (business_id, created_at, id)
where
  archived_at is null;

create table form_template_versions (
  business_id uuid not null,
  template_id uuid not null,
  version integer not null,
  name text not null,
  fields jsonb not null,
  created_at timestamptz not null,
  constraint form_template_versions_pkey primary key (business_id, template_id, version),
  constraint form_template_versions_template_fkey foreign key (business_id, template_id) references form_templates (business_id, id),
  constraint form_template_versions_name_length check (char_length(name) between 1 and 120)
);

-- The services that a template applies to; a template without rows applies to all services.
create table form_template_services (
  business_id uuid not null,
  template_id uuid not null,
  service_id uuid not null,
  constraint form_template_services_pkey primary key (business_id, template_id, service_id),
  constraint form_template_services_template_fkey foreign key (business_id, template_id) references form_templates (business_id, id),
  constraint form_template_services_service_fkey foreign key (business_id, service_id) references services (business_id, id)
);

-- A client's form: created with the link to an appointment's forms and filled in once. The appointment's next link replaces
-- its pending forms.
create table forms (
  business_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  appointment_id uuid not null,
  template_id uuid not null,
  template_version integer not null,
  completed_at timestamptz,
  signer_name text,
  -- The IP address from which the form was submitted, as determined by the server.
  signer_address text,
  -- Each answer with the label and type of its field as the client saw them.
  answers jsonb not null,
  consents jsonb not null,
  signature_png bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint forms_pkey primary key (business_id, id),
  constraint forms_once_per_visit unique (business_id, appointment_id, template_id),
  constraint forms_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint forms_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint forms_version_fkey foreign key (business_id, template_id, template_version) references form_template_versions (business_id, template_id, version),
  constraint forms_completed_are_signed check (
    (completed_at is null) = (signer_name is null)
    and (completed_at is null) = (signer_address is null)
    and (completed_at is not null or signature_png is null)
  ),
  constraint forms_signer_name_length check (char_length(signer_name) between 1 and 120),
  constraint forms_signature_size check (octet_length(signature_png) <= 204800)
);

create index forms_by_client on forms (business_id, client_id, created_at desc, id desc);

-- Finds when a client last filled in a form of a template.
create index forms_completed on forms (business_id, client_id, template_id, completed_at)
where
  completed_at is not null;

-- Finds out whether a version has been used.
create index forms_by_version on forms (business_id, template_id, template_version);

-- A signed form never changes, except that its client changes when two clients are merged. The whole form is deleted when the
-- client is erased.
create function refuse_change_of_signed_form() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'client_id' is distinct from to_jsonb(old) - 'client_id' then
    raise exception 'form % is signed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger forms_signed_stay_as_they_are before update on forms for each row
when (old.completed_at is not null)
execute function refuse_change_of_signed_form();

-- The link to an appointment's forms: a request with the link's token may fill in the forms, until the link expires or a newer
-- link replaces it. Only the token's hash is stored. The table is global, because a request that follows the link contains only
-- the token.
create table form_links (
  token_sha256 bytea not null,
  business_id uuid not null,
  appointment_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint form_links_pkey primary key (token_sha256),
  constraint form_links_one_per_visit unique (business_id, appointment_id),
  constraint form_links_token_is_sha256 check (octet_length(token_sha256) = 32)
);

create index form_links_by_expiry on form_links (expires_at);
