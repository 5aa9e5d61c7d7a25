import { column, table, view } from "../platform/database/index.ts";

/**
 * The optional text columns of a client. The API record and the code that creates, changes, merges and erases clients iterate over
 * this list.
 */
export const clientTexts = {
  last_name: column.nullable(column.text),
  email: column.nullable(column.text),
  phone_e164: column.nullable(column.text),
  alert: column.nullable(column.text),
};

export const clients = table("clients", "clients/clients", {
  business_id: column.id,
  id: column.id,
  first_name: column.text,
  ...clientTexts,
  custom_fields: column.json<Readonly<Record<string, string | boolean>>>(),
  online_booking_blocked_at: column.nullable(column.instant),
  patch_test_at: column.nullable(column.date),
  last_name_sort: column.text,
  first_name_sort: column.text,
  search_words: column.textOf("tsvector", 3614),
  version: column.integer,
  created_by: column.nullable(column.id),
  created_at: column.instant,
  updated_at: column.instant,
  deleted_at: column.nullable(column.instant),
  merged_into_id: column.nullable(column.id),
  erased_at: column.nullable(column.instant),
});

export const clientsView = view(
  clients,
  "business_id",
  "id",
  "first_name",
  "last_name",
  "email",
  "phone_e164",
  "custom_fields",
  "patch_test_at",
  "online_booking_blocked_at",
  "created_at",
  "deleted_at",
  "erased_at",
);

export const blockedContacts = table("blocked_contacts", "clients/clients", {
  business_id: column.id,
  contact_hmac: column.bytes,
  created_at: column.instant,
});

export const formTemplates = table("form_templates", "clients/forms", {
  business_id: column.id,
  id: column.id,
  version: column.integer,
  frequency: column.oneOf("once", "every_visit", "every_months"),
  every_months: column.nullable(column.integer),
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const formTemplatesView = view(
  formTemplates,
  "business_id",
  "id",
  "frequency",
  "every_months",
  "created_at",
  "archived_at",
);

export const formTemplateVersions = table("form_template_versions", "clients/forms", {
  business_id: column.id,
  template_id: column.id,
  version: column.integer,
  name: column.text,
  fields: column.json<unknown>(),
  created_at: column.instant,
});

export const formTemplateServices = table("form_template_services", "clients/forms", {
  business_id: column.id,
  template_id: column.id,
  service_id: column.id,
});

export const formTemplateServicesView = view(
  formTemplateServices,
  "business_id",
  "template_id",
  "service_id",
);

export const forms = table("forms", "clients/forms", {
  business_id: column.id,
  id: column.id,
  client_id: column.id,
  appointment_id: column.id,
  template_id: column.id,
  template_version: column.integer,
  completed_at: column.nullable(column.instant),
  signer_name: column.nullable(column.text),
  signer_address: column.nullable(column.text),
  answers: column.json<unknown>(),
  consents: column.json<unknown>(),
  signature_png: column.nullable(column.bytes),
  created_at: column.instant,
  updated_at: column.instant,
  sent_at: column.nullable(column.instant),
  opened_at: column.nullable(column.instant),
});

export const formLinks = table("form_links", "clients/forms", {
  token_sha256: column.bytes,
  business_id: column.id,
  appointment_id: column.id,
  expires_at: column.instant,
  created_at: column.instant,
  kind: column.oneOf("kiosk", "client"),
});

export const photos = table("photos", "clients/photos", {
  business_id: column.id,
  id: column.id,
  client_id: column.id,
  appointment_id: column.nullable(column.id),
  stage: column.oneOf("before", "after"),
  taken_at: column.instant,
  consent_given: column.flag,
  consent_on: column.date,
  consent_scope: column.oneOf("record", "marketing"),
  consent_withdrawn_at: column.nullable(column.instant),
  media_type: column.oneOf("image/jpeg", "image/png", "image/webp", "image/heic"),
  byte_length: column.integer,
  width: column.integer,
  height: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  preview_id: column.nullable(column.id),
  thumbnail_id: column.nullable(column.id),
  caption: column.nullable(column.text),
});

export const clientNotes = table("client_notes", "clients/notes", {
  business_id: column.id,
  id: column.id,
  client_id: column.id,
  text: column.text,
  noted_on: column.date,
  is_pinned: column.flag,
  created_at: column.instant,
  updated_at: column.instant,
});

export const discardedBlobs = table("discarded_blobs", "clients/photos", {
  business_id: column.id,
  id: column.id,
  due_at: column.instant,
});

/** The table and columns that contain the names of the blobs in the photo storage. */
export const photoBlobs = { table: "photos", columns: ["id", "preview_id", "thumbnail_id"] } as const;
