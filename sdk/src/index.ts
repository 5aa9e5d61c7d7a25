import type { components } from "./api.ts";

/** The schemas and operations of the API by their names in the published description (`docs/openapi.json`). */
export type { components, operations, paths, webhooks } from "./api.ts";
export { type ChangeNotice, type ChangesWatch, watchChanges } from "./changes.ts";
export { connect, type Daybook } from "./client.ts";
export { ApiError, type DetailsOf, type ErrorCode, UnexpectedResponse } from "./errors.ts";
export type { ImportFiles, ImportUpload } from "./imports.ts";
export type { DataOf, InputArgument, ItemOf, OperationName, PagedPath, PathOf, Role } from "./operations.ts";
export type { PhotoDownload, Photos, PhotoUpload } from "./photos.ts";
export { rolesOf } from "./roles.ts";
export { connectSession, type SessionApi } from "./session.ts";
export type { Connection } from "./transport.ts";
export {
  type ReceivedWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEventType,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from "./webhooks.ts";

type Schemas = components["schemas"];

export type Appointment = Schemas["Appointment"];
export type AppointmentItem = Schemas["AppointmentItem"];
export type Availability = Schemas["Availability"];
export type Block = Schemas["Block"];
export type Business = Schemas["Business"];
export type Client = Schemas["Client"];
export type Location = Schemas["Location"];
export type Money = Schemas["Money"];
export type Photo = Schemas["Photo"];
export type Service = Schemas["Service"];
export type StaffMember = Schemas["StaffMember"];
