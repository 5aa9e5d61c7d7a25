import { type Static, Type } from "typebox";
import { DateTime, Id, Money, nullable, record } from "../../../platform/http/shapes.ts";

const ServiceIds = Type.Array(Id, { description: "The services it can pay for; empty for every service" });
const ExpiresAt = nullable({
  ...DateTime,
  description: "When it expires, in UTC; null for no expiry",
});

/** Contract §3, "wallet". */
export const WalletPackage = record("WalletPackage", "A package in a client's wallet", {
  id: Id,
  name: Type.String({ description: "Name it was sold under" }),
  service_ids: ServiceIds,
  total: Type.Integer({ description: "Units it was sold with" }),
  remaining: Type.Integer({ description: "Units left" }),
  expires_at: ExpiresAt,
});

export const WalletMembership = record("WalletMembership", "A membership's credits in a client's wallet", {
  id: Id,
  name: Type.String({ description: "Name it was sold under" }),
  service_ids: ServiceIds,
  total: Type.Integer({ description: "Credits of each period" }),
  remaining: Type.Integer({ description: "Credits left in the current period" }),
  renews_at: nullable({
    ...DateTime,
    description: "When the credits renew, in UTC; null in the last period",
  }),
});

export const WalletGiftCard = record("WalletGiftCard", "A gift card in a client's wallet", {
  id: Id,
  code_last4: Type.String({ description: "Last four characters of its code", examples: ["7K3M"] }),
  balance: Money,
  expires_at: ExpiresAt,
});

export const Wallet = record("Wallet", "What a client has paid in advance and can still use", {
  client_id: Id,
  packages: Type.Array(WalletPackage, {
    description: "Packages with units left that have not expired, the earliest expiry first",
  }),
  membership_credits: Type.Array(WalletMembership, { description: "Running memberships" }),
  gift_cards: Type.Array(WalletGiftCard, { description: "Gift cards with a balance that have not expired" }),
});

export type WalletRecord = Static<typeof Wallet>;
