import { Type } from "typebox";
import {
  Currency,
  described,
  Id,
  Money,
  nullable,
  record,
  TimeZone,
  words,
} from "../../../platform/http/shapes.ts";
import { BookingPage } from "../../business/booking-page/index.ts";
import { ClientField } from "../../business/businesses/index.ts";
import { Location } from "../../business/locations/index.ts";
import { PictureUrl } from "../../business/pictures/index.ts";
import { PolicyCharge } from "../../business/policies/index.ts";

const { id, name, address, phone_e164, email, hours, hour_exceptions } = Location.properties;

const PublicLocation = record("PublicLocation", "A location at which clients can book online", {
  id,
  name,
  address,
  phone_e164,
  email,
  time_zone: TimeZone,
  hours,
  hour_exceptions,
});

const PublicPolicy = record("PublicPolicy", "The policy that a new booking accepts", {
  version: Type.Integer({ minimum: 1, description: "Send as `policy_version` with the booking" }),
  cancellation_window_minutes: Type.Integer({
    minimum: 0,
    description: "A cancellation less than this many minutes before the start is late",
  }),
  late_cancel_fee: PolicyCharge,
  no_show_fee: PolicyCharge,
  cancellation_text: nullable(Type.String({ description: "Text for clients about cancelling" })),
  deposit: PolicyCharge,
  booking_text: nullable(Type.String({ description: "Text for clients who book" })),
});

const { texts, accent_color, accent_text_color, origins } = BookingPage.properties;

export const PublicBusiness = record(
  "PublicBusiness",
  "The data of a business for visitors of its booking page",
  {
    name: Type.String({ description: "Name of the business", examples: ["Salon Lindenhof"] }),
    slug: Type.String({ description: "Name in the address of the booking page" }),
    type: Type.String({ description: "Type of the business", examples: ["salon"] }),
    locale: Type.String({ description: "BCP 47 language tag", examples: ["de-DE"] }),
    currency: Currency,
    texts,
    accent_color,
    accent_text_color,
    logo_url: PictureUrl("Logo"),
    embed_origins: described(origins, "Origins of pages that may embed the booking page; empty: all"),
    waitlist_open: Type.Boolean({ description: "Whether clients can join the waitlist" }),
    locations: Type.Array(PublicLocation, { description: "Published locations, by name" }),
    policy: nullable(PublicPolicy, "null if the business has no policy"),
    client_fields: Type.Array(ClientField, {
      description: "Client fields for new clients; a booking without a required field is refused",
    }),
    stripe_publishable_key: nullable(
      Type.String({ description: "The key for Stripe's library in the browser" }),
      "null if the browser cannot take deposits",
    ),
    codes_by_phone: Type.Boolean({
      description: "Visitors can verify a phone number instead of an e-mail address",
    }),
  },
);

const PublicServiceStaff = record(
  "PublicServiceStaff",
  "A staff member who performs a service at the location",
  {
    staff_id: described(Id, "The staff member"),
    display_name: Type.String({ description: "Name for clients", examples: ["Anna"] }),
    title: nullable(Type.String({ description: "Title, such as Master stylist" })),
    photo_url: PictureUrl("Photo"),
    duration_minutes: Type.Integer({ minimum: 1, description: "Minutes from start to end" }),
    price: Money,
  },
);

const PublicService = record("PublicService", "A service that can be booked online", {
  id: Id,
  category_id: nullable(described(Id, "Category of the service; null without a category")),
  name: Type.String({ description: "Name on the menu", examples: ["Cut and finish"] }),
  description: nullable(Type.String({ description: "Description for clients" })),
  duration_minutes: Type.Integer({ minimum: 1, description: "Minutes that most staff members need" }),
  price: Money,
  price_kind: words(["fixed", "from", "free"] as const, "How the price is shown"),
  requires_patch_test: Type.Boolean({
    description:
      "Requires a patch test. Verify the e-mail address or phone number first, and send `person` with availability and holds",
  }),
  requires_approval: Type.Boolean({
    description: "Whether staff members must confirm or decline the booking",
  }),
  staff: Type.Array(PublicServiceStaff, { description: "In the order of the list of staff members" }),
});

const PublicCategory = record("PublicCategory", "A category of the menu", {
  id: Id,
  name: Type.String({ description: "Name on the menu", examples: ["Hair"] }),
  description: nullable(Type.String({ description: "Description for clients" })),
});

export const PublicMenu = record("PublicMenu", "The services that can be booked online at a location", {
  location_id: described(Id, "The location"),
  categories: Type.Array(PublicCategory, {
    description: "Categories of the services, in the order of the menu",
  }),
  services: Type.Array(PublicService, { description: "In the order of the menu" }),
});
