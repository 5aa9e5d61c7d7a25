import { type Static, Type } from "typebox";
import { DateTime, Id, Money, nullable, record } from "../../../platform/http/shapes.ts";

const ServiceIds = Type.Array(Id, { description: "What it pays for; none: every service" });
const ExpiresAt = nullable({
  ...DateTime,
  description: "From then on it is no longer good, in UTC; null: good for good",
});

/** Contract §3, "wallet". */
export const WalletPackage = record("WalletPackage", "A package in a client's wallet", {
  id: Id,
  name: Type.String({ description: "As it was sold" }),
  service_ids: ServiceIds,
  total: Type.Integer({ description: "Units it was sold with" }),
  remaining: Type.Integer({ description: "Units that are left" }),
  expires_at: ExpiresAt,
});

export const WalletMembership = record("WalletMembership", "A membership's credits in a client's wallet", {
  id: Id,
  name: Type.String({ description: "As it was sold" }),
  service_ids: ServiceIds,
  total: Type.Integer({ description: "Credits that every period begins with" }),
  remaining: Type.Integer({ description: "Credits that are left of the present period" }),
  renews_at: nullable({
    ...DateTime,
    description: "When the credits come anew, in UTC; null: this is the last period",
  }),
});

export const WalletGiftCard = record("WalletGiftCard", "A gift card in a client's wallet", {
  id: Id,
  code_last4: Type.String({ description: "The end of its code", examples: ["7K3M"] }),
  balance: Money,
  expires_at: ExpiresAt,
});

export const Wallet = record("Wallet", "What a client has paid in advance and not used yet", {
  client_id: Id,
  packages: Type.Array(WalletPackage, {
    description: "With something left and not expired, the oldest first",
  }),
  membership_credits: Type.Array(WalletMembership, { description: "As long as the membership runs" }),
  gift_cards: Type.Array(WalletGiftCard, { description: "With something left and not expired" }),
});

export type WalletRecord = Static<typeof Wallet>;
