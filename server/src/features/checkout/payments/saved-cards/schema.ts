import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  Money,
  nullable,
  record,
  utc,
  words,
} from "../../../../platform/http/shapes.ts";
import { CARD_STATUSES } from "../../../../tables/checkout.ts";
import { Sale } from "../../sales/index.ts";

const cardFields = {
  id: Id,
  appointment_id: described(Id, "The appointment with whose booking it was saved"),
  status: words(
    CARD_STATUSES,
    "`pending`: the payment provider is saving it; `active`: it can be charged; `failed`: the payment provider has refused it; `removing` and `removed`: it can no longer be charged",
  ),
  brand: nullable(
    Type.String({ description: "Card brand, as the payment provider names it", examples: ["visa"] }),
  ),
  last4: nullable(Type.String({ description: "Last four digits of the card", examples: ["4242"] })),
  exp_month: nullable(Type.Integer({ minimum: 1, maximum: 12, description: "Month in which it expires" })),
  exp_year: nullable(Type.Integer({ description: "Year in which it expires" })),
  policy_version: Type.Integer({ description: "The policy version that the client accepted" }),
  late_cancel_fee: nullable(Money, "The most that a late cancellation may cost; null: no fee"),
  no_show_fee: nullable(Money, "The most that a no-show may cost; null: no fee"),
  consented_at: utc("When the client agreed to the charges"),
  created_at: CreatedAt,
};

export const SavedCard = record(
  "SavedCard",
  "A card that a client has saved for fees. The payment provider has its number, Daybook does not",
  cardFields,
);
export type SavedCardRecord = Static<typeof SavedCard>;

export const SavedCards = record("SavedCards", "The saved cards of a client", {
  items: Type.Array(SavedCard, { description: "Newest first" }),
});

export const ExportedCard = record(
  "ExportedSavedCard",
  "A saved card, with the text that the client accepted",
  {
    ...cardFields,
    consent_text: nullable(Type.String({ description: "The text that the client accepted" })),
    removed_at: nullable(utc("When it was removed")),
  },
);
export type ExportedCardRecord = Static<typeof ExportedCard>;

export const CHARGE_OUTCOMES = ["pending", "succeeded", "declined", "authentication_required"] as const;

const CardCharge = record("CardCharge", "The charge of a fee to a saved card", {
  payment_id: described(Id, "The payment of the charge"),
  outcome: words(
    CHARGE_OUTCOMES,
    "`pending`: the payment provider has not answered yet; `authentication_required`: the bank asks for the client, who can pay on `payment_url`",
  ),
  card: Type.Object(
    {
      brand: Type.String({ description: "Card brand", examples: ["visa"] }),
      last4: Type.String({ description: "Last four digits", examples: ["4242"] }),
    },
    { additionalProperties: false, description: "The card" },
  ),
  payment_url: nullable(
    Type.String({
      description: "A page of the payment provider on which the client can pay the fee for a day",
      examples: ["https://checkout.stripe.com/c/pay/cs_1"],
    }),
  ),
});
export type CardChargeRecord = Static<typeof CardCharge>;

export const Fee = record("Fee", "A fee: its sale, and its charge to a saved card", {
  ...Sale.properties,
  charge: nullable(CardCharge, "The charge of this request; null without `method`"),
});
