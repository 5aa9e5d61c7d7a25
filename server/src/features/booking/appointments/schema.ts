import { statuses } from "@daybook/engine";
import { type Static, Type } from "typebox";
import {
  atLocation,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  query,
  record,
  sent,
  TimeZone,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { LANGUAGES } from "../../business/booking-page/index.ts";
import { Location } from "../../business/locations/index.ts";
import { AvailabilityQuery } from "../../scheduling/availability/index.ts";
import { holdShapes } from "../holds/index.ts";
import { OnlineClientInput } from "../online-clients/index.ts";

export const OnlineBookingInput = input("OnlineBookingInput", "A hold to book, by a verified visitor", {
  hold_token: holdShapes.HoldToken,
  person: Type.Optional(
    described(
      Id,
      "`ref` of a client with the verified e-mail address or phone number; required without `client`",
    ),
  ),
  client: Type.Optional(OnlineClientInput),
  note: Type.Optional(nullable(line(2000, "A note for the staff"))),
  policy_version: nullable(
    Type.Integer({
      minimum: 1,
      description: "The version that the visitor has read; null if the business has no policy",
    }),
  ),
  language: words(LANGUAGES, "Language of the e-mails about the appointment"),
  card_consent: Type.Optional(
    line(
      1000,
      "The text that the visitor has accepted, with the fees that may be charged to the saved card. Required for a hold with `card` and without `deposit`; with a deposit, its card is saved only with this text",
      1,
    ),
  ),
});

const { hold_token: _token, ...bookingFields } = OnlineBookingInput.properties;

/**
 * The fields that the payments of holds and the payments of waitlist offers have in common. `area` is the first segment of the
 * path to which the provider redirects the visitor.
 */
export const paymentFields = (area: "b" | "w", example: string) => ({
  return_path: Type.Optional(
    Type.String({
      pattern: `^/${area}/[^\\\\\\s]*$`,
      maxLength: 4000,
      description:
        "For a payment on a page of the payment provider: the path on this server to which it returns. Absent: the visitor pays with `client_secret`",
      examples: [example],
    }),
  ),
});

export const HoldPaymentInput = input(
  "HoldPaymentInput",
  "The booking to make after the deposit is authorised, as for booking the hold",
  {
    ...bookingFields,
    ...paymentFields("b", "/b/salon-lindenhof/paid"),
  },
);
export type HoldPaymentInputValues = Static<typeof HoldPaymentInput>;

export const HoldPayment = record("HoldPayment", "The deposit payment of a hold", {
  status: words(["open", "authorised"] as const, "`authorised`: paid, the hold can be booked"),
  amount: Money,
  saves_card: Type.Boolean({
    description:
      "Whether the card is saved for the fees of the policy. With an amount of 0, the visitor only enters the card: `client_secret` is then of a setup",
  }),
  client_secret: nullable(
    Type.String({
      description: "The secret with which the visitor's browser pays; null for a payment on a page",
    }),
  ),
  page_url: nullable(
    Type.String({ description: "The page of the payment provider; null without `return_path`" }),
  ),
  stripe_account_id: Type.String({
    description: "The connected account, for Stripe's library in the browser",
  }),
  stripe_publishable_key: nullable(
    Type.String({ description: "The key for Stripe's library; null: use `return_path`" }),
  ),
  expires_at: utc("Expiry of the hold"),
});

const ManagedItem = record("ManagedItem", "One service of an appointment, for its client", {
  service_id: described(Id, "The service"),
  service_name: Type.String({ description: "Name at the time of booking", examples: ["Cut and finish"] }),
  staff_id: described(Id, "The staff member who performs the service"),
  staff_name: Type.String({ description: "Name that clients see", examples: ["Anna"] }),
  starts_at: atLocation("When the item starts"),
  ends_at: atLocation("When the item ends"),
  duration_minutes: Type.Integer({ minimum: 1, description: "Minutes from start to end" }),
  price: Money,
});

const ManagedLocation = record("ManagedLocation", "Location of an appointment", {
  id: described(Id, "The location"),
  name: Location.properties.name,
  address: Location.properties.address,
  phone_e164: Location.properties.phone_e164,
  email: Location.properties.email,
});

export const ManagedAppointment = record("ManagedAppointment", "An appointment, for its client", {
  reference: Type.String({
    description: "Six characters that the client can tell the staff",
    examples: ["K7M2QX"],
  }),
  status: words(statuses, "Status of the appointment"),
  business_name: Type.String({ description: "Name of the business" }),
  slug: Type.String({ description: "Slug of the business" }),
  location: ManagedLocation,
  starts_at: atLocation("When the first item starts"),
  ends_at: atLocation("When the last item ends"),
  time_zone: TimeZone,
  items: Type.Array(ManagedItem, { description: "In the order of performance" }),
  promotion: nullable(holdShapes.AppliedDiscount, "The promotion of the appointment; null without one"),
  total: Money,
  free_until: nullable(
    atLocation(
      "Until when it can be cancelled without a fee and rescheduled; null if the business has no policy",
    ),
  ),
  cancellation_fee: nullable(Money, "The fee for a cancellation now; null without a fee"),
  deposit: nullable(
    record(
      "ManagedDeposit",
      "A deposit, and the part that is refunded automatically if the client cancels now",
      {
        amount: Money,
        returned: nullable(
          Money,
          "null if the business decides about the refund, or the appointment can no longer be cancelled",
        ),
      },
    ),
    "null without a deposit",
  ),
  saved_card: nullable(
    record("ManagedCard", "The card that the client saved for fees", {
      brand: Type.String({ description: "Card brand", examples: ["visa"] }),
      last4: Type.String({ description: "Last four digits", examples: ["4242"] }),
    }),
    "null without one",
  ),
  cancellation_text: nullable(Type.String({ description: "Text of the business about cancelling" })),
  client_confirmed_at: nullable(utc("Time of the client's confirmation; null before")),
  can_confirm: Type.Boolean({ description: "Whether the client can confirm the appointment now" }),
  can_cancel: Type.Boolean({ description: "Whether the client can cancel the appointment now" }),
  can_reschedule: Type.Boolean({ description: "Whether the client can reschedule the appointment now" }),
  manage_url: Type.String({
    description:
      "URL of the page on which the client manages the appointment until its end. The last segment is the token of `/public/appointments/{token}`",
    examples: ["https://book.example.com/m/example"],
  }),
  forms_url: nullable(
    Type.String({ description: "Link to the forms to fill in; only in the response to the booking" }),
  ),
});

export const ManagedCancellation = input("ManagedCancellationInput", "A cancellation by the client", {
  reason: Type.Optional(nullable(line(2000, "Reason for the staff"))),
});

export const ManagedReschedule = input("ManagedRescheduleInput", "A new start chosen by the client", {
  starts_at: sent("The new start of the first item"),
  staff_ids: Type.Optional(
    Type.Array(Type.String({ pattern: "^(any|[0-9a-fA-F-]{36})$", examples: ["any"] }), {
      minItems: 1,
      maxItems: 10,
      description: "One entry for each item: a staff id or `any`; default: the current staff members",
    }),
  ),
});

const { from, to, view, staff_ids } = AvailabilityQuery.properties;

export const ManagedAvailabilityQuery = query({ from, to, view, staff_ids });
