import type { EnumNames } from "./platform/http/publishedEnums.ts";

/**
 * The enums that are components of the published description, by name, each with a field that has this enum.
 * published.test.ts fails when several fields share an enum without a name.
 */
export const ENUM_NAMES: EnumNames = {
  Scope: "ApiKey.scopes",
  Role: "BusinessMember.role",
  EventType: "WebhookEndpoint.events",
  DeliveredEventType: "WebhookDelivery.event_type",
  DeliveryKind: "WebhookDelivery.kind",
  DeliveryStatus: "WebhookDelivery.status",
  WebhookSource: "WebhookEndpoint.source",
  WebhookPayload: "Business.webhook_payload",
  BusinessType: "Business.type",
  ClientFieldType: "ClientField.type",
  PriceKind: "Service.price_kind",
  PageLanguage: "OnlineBookingInput.language",
  WaitlistStatus: "WaitlistEntry.status",
  WaitlistMode: "BookingPage.waitlist_mode",
  ChargeKind: "PolicyCharge.kind",
  AppointmentStatus: "Appointment.status",
  AppointmentSource: "Appointment.source",
  CancelledBy: "Appointment.cancelled_by",
  BookingStatus: "BookingInput.status",
  ConflictReason: "SkippedDate.reason",
  FormStatus: "Form.status",
  FormFieldType: "FormField.type",
  FormFrequency: "FormTemplate.frequency",
  PhotoStage: "Photo.stage",
  PhotoScope: "Photo.image_use_consent.scope",
  SaleStatus: "Sale.status",
  SaleLineKind: "SaleLine.kind",
  PaymentKind: "Payment.kind",
  PaymentStatus: "Payment.status",
  PaymentMethod: "Payment.method",
  EntitlementKind: "Entitlement.kind",
  PromotionKind: "Promotion.kind",
  AuditActorKind: "AuditActor.kind",
  AuditEntity: "AuditEntry.entity",
  ChangeKind: "AuditEntry.action",
  ChangedTable: "ChangeNotice.table",
};
