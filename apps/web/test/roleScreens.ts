import type { OperationName } from "@daybook/sdk";
import { importedFile } from "../../../server/test/fixtures/importedFile.ts";
import { startedPairing } from "../../../server/test/fixtures/kioskApp.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { salesOf } from "./salesOf.ts";
import type { TestSalon } from "./testSalon.ts";
import { waitlistOf } from "./waitlistOf.ts";

/** The ids of the records that `fillSalon` creates. */
export type FilledSalon = Awaited<ReturnType<typeof fillSalon>>;

/**
 * Creates one record of each kind that the screens show. The client and the appointment belong to Anna, who has the role `staff`.
 */
export async function fillSalon(salon: TestSalon) {
  const { send, eur, sale, appointment } = salesOf(salon);
  const { anna, ben, cut, clientId, locationId } = salon.salon;
  const rate = await send("POST", "/tax-rates", { name: "Standard rate", percent: 19, included: true });
  const product = await send("POST", "/products", { name: "Argan oil", price: eur(1450), stock: 3 });
  const field = await send("POST", "/client-fields", { label: "Allergies", type: "text" });
  const packaged = await send("POST", "/packages", {
    name: "Ten cuts",
    service_ids: [cut],
    units: 10,
    price: eur(40_500),
  });
  const promotion = await send("POST", "/promotions", { name: "Spring", kind: "percent", percent: 20 });
  const template = await send("POST", "/form-templates", {
    name: "Consent",
    fields: [{ type: "yes_no", label: "Are you well?", required: true }],
    service_ids: [cut],
    frequency: "every_visit",
  });
  await send("POST", "/invitations", { email: "new@example.com", role: "reception" });
  await send("POST", "/api-keys", { label: "Website", scopes: ["services:read"] });
  const endpoint = await send("POST", "/webhooks", {
    url: "https://example.com/daybook",
    events: ["client.created"],
  });
  await send("POST", "/calendar-feeds", { staff_id: anna });
  const { code } = await startedPairing(salon);
  await send("POST", `/locations/${locationId}/kiosks`, { code, name: "Tablet" });
  const room = await send("POST", `/locations/${locationId}/resources`, {
    name: "Room 1",
    type: "treatment_room",
  });
  const visit = await appointment();
  const payments = [{ method: "cash", amount: eur(1450) }];
  const lines = [{ kind: "product", product_id: product.id }];
  const { id: paid } = await sale({ client_id: clientId, lines, payments });
  const { id: entry } = await waitlistOf(salon).waits("Ada", {
    items: [{ service_id: cut, staff_id: anna }],
  });
  const times = { starts_at: "2027-06-01T08:00:00Z", ends_at: "2027-06-02T08:00:00Z" };
  await send("POST", `/staff/${ben}/time-off`, times);
  const file = "First Name,Last Name,Email\nLena,Hoff,lena@example.com";
  const imported = await importedFile(salon, await signedInMember(salon, "owner"), file);
  return {
    ...{ anna, ben, cut, client: clientId, location: locationId, visit, paid, entry },
    ...{ rate: rate.id, product: product.id, field: field.id, package: packaged.id, room: room.id },
    ...{ promotion: promotion.id, template: template.id, endpoint: endpoint.id, import: imported.id },
  };
}

/**
 * The URL of a screen below the business. `screen` is the path in `screens.ts`, and `enabled` lists the operations that an owner can use
 * there.
 */
export interface RoleScreen {
  readonly screen: string;
  readonly url: string;
  readonly enabled: readonly OperationName[];
}

/** Returns all screens, and the panels and tabs with further controls. */
export function roleScreens(ids: FilledSalon): RoleScreen[] {
  const at = (screen: string, suffix: string, enabled: readonly OperationName[]): RoleScreen => ({
    screen,
    url: screen.replace(/\$\w+/, PARAMETERS[screen]?.(ids) ?? "") + suffix,
    enabled,
  });
  const file: OperationName[] = ["bookAppointment", "updateClient"];
  const list: OperationName[] = ["createService", "createServiceCategory", "updateService"];
  return [
    at("calendar", `?open=${ids.visit}`, [
      "bookAppointment",
      "createDeposit",
      "createFormsLink",
      "createSale",
      "replaceAppointmentItems",
      "rescheduleAppointment",
      "sendForms",
      "transitionAppointment",
    ]),
    at("clients", "?edit=new", ["createClient"]),
    at("clients/$client", "?tab=notes", [...file, "createClientNote"]),
    at("clients/$client", "?tab=forms", [...file, "createFormsLink", "sendForms"]),
    at("clients/$client", "?tab=photos", [...file, "createClientPhoto"]),
    at("clients/$client", "?tab=messages", file),
    at("waitlist", `?entry=${ids.entry}`, [
      "bookAppointment",
      "cancelWaitlistEntry",
      "createWaitlistEntry",
      "createWaitlistOffer",
      "replaceWaitlistSettings",
      "updateWaitlistEntry",
    ]),
    at("menu", `?service=${ids.cut}`, ["archiveService", ...list]),
    at("sales", "", ["createSale", "listDayClosings", "listDeposits"]),
    at("sales/$sale", "", ["refundPayment"]),
    at("checkout", `?appointment=${ids.visit}`, ["createSale"]),
    at("day-closings", "?new=1", ["createDayClosing"]),
    at("deposits", "", []),
    at("reports", "", []),
    at("team", "?new=1", ["createStaffMember"]),
    at("team/$staff", "", ["replaceStaffHours"]),
    at("team/$staff", "?tab=details", ["replaceStaffPhoto", "updateStaffMember"]),
    at("team/$staff", "?tab=time-off", ["createTimeOff", "deleteTimeOff", "updateTimeOff"]),
    at("settings", "", []),
    at("settings/business", "", ["updateBusiness"]),
    at("settings/client-fields", `?field=${ids.field}`, [
      "createClientField",
      "deleteClientField",
      "updateClientField",
    ]),
    at("settings/locations", "?new=1", ["createLocation"]),
    at("settings/locations/$location", "", ["replaceLocationHours"]),
    at("settings/locations/$location", "?tab=details", ["replacePublishing", "updateLocation"]),
    at("settings/locations/$location", `?tab=resources&resource=${ids.room}`, [
      "archiveResource",
      "createResource",
      "updateResource",
    ]),
    at("settings/policies", "", ["replacePolicy"]),
    at("settings/tax-rates", `?rate=${ids.rate}`, ["archiveTaxRate", "createTaxRate", "updateTaxRate"]),
    at("settings/products", `?product=${ids.product}`, ["archiveProduct", "createProduct", "updateProduct"]),
    at("settings/prepaid", `?product=${ids.package}`, ["archivePackage", "createPackage", "updatePackage"]),
    at("settings/promotions", `?promotion=${ids.promotion}`, [
      "archivePromotion",
      "createPromotion",
      "updatePromotion",
    ]),
    at("settings/payments", "", ["connectPaymentAccount"]),
    at("settings/audit-log", "", []),
    at("settings/booking-page", "", [
      "replaceBookingPage",
      "replaceLogo",
      "replacePublishing",
      "updateService",
    ]),
    at("settings/messages", "?kind=reminder", ["replaceMessageSettings", "sendTestMessage"]),
    at("settings/forms", "", ["createFormTemplate"]),
    at("settings/forms/$template", "", ["archiveFormTemplate", "updateFormTemplate"]),
    at("settings/users", "?invite=1", ["createInvitation", "revokeInvitation"]),
    at("settings/api-keys", "?new=1", ["createApiKey", "revokeApiKey"]),
    at("settings/webhooks", "?new=1", ["createWebhookEndpoint"]),
    at("settings/webhooks/$endpoint", "", [
      "deleteWebhookEndpoint",
      "disableWebhookEndpoint",
      "rotateWebhookSecret",
      "testWebhookEndpoint",
      "updateWebhookEndpoint",
    ]),
    at("settings/connectors", "", ["createApiKey"]),
    at("settings/calendar-feeds", "", ["createCalendarFeed", "revokeCalendarFeed"]),
    at("settings/kiosks", "", ["pairKiosk", "replaceKioskPin", "revokeKiosk", "updateKiosk"]),
    at("settings/imports", "", ["createImport"]),
    at("settings/exports", "", ["createExport"]),
    at("settings/imports", `?import=${ids.import}`, ["undoImport"]),
    at("settings/sandbox", "?new=1", []),
    at("settings/sessions", "", []),
    at("setup", "", ["replacePublishing"]),
  ];
}

/** The id of the record to show on each screen with a parameter. */
const PARAMETERS: Readonly<Record<string, (ids: FilledSalon) => string>> = {
  "clients/$client": ({ client }) => client,
  "sales/$sale": ({ paid }) => paid,
  "team/$staff": ({ ben }) => ben,
  "settings/locations/$location": ({ location }) => location,
  "settings/forms/$template": ({ template }) => template,
  "settings/webhooks/$endpoint": ({ endpoint }) => endpoint,
};
