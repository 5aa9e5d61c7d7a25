import { type Static, Type } from "typebox";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import {
  CreatedAt,
  DateTime,
  Id,
  input,
  line,
  Money,
  nullable,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";

const ServiceIds = Type.Array(Id, {
  description: "Services that the product pays for; empty for all services",
});
const ExpiresAt = nullable({
  ...DateTime,
  description: "Time of expiry, in UTC; null without expiry",
});

const BlockedAt = nullable(utc("Time of blocking by a manager; null if not blocked"));

/** The API record of a package in a wallet (contract §3, "wallet"). `blocked_at` and `has_more` are additions to the contract. */
export const WalletPackage = record("WalletPackage", "A package in a client's wallet", {
  id: Id,
  name: Type.String({ description: "Name at the time of the sale" }),
  service_ids: ServiceIds,
  total: Type.Integer({ description: "Number of units at the time of the sale" }),
  remaining: Type.Integer({ description: "Units left" }),
  blocked_at: BlockedAt,
  expires_at: ExpiresAt,
});

export const WalletMembership = record("WalletMembership", "A membership's credits in a client's wallet", {
  id: Id,
  name: Type.String({ description: "Name at the time of the sale" }),
  service_ids: ServiceIds,
  total: Type.Integer({ description: "Credits of each period" }),
  remaining: Type.Integer({ description: "Credits left in the current period" }),
  blocked_at: BlockedAt,
  renews_at: nullable({
    ...DateTime,
    description: "When the credits renew, in UTC; null in the last period",
  }),
});

export const WalletGiftCard = record("WalletGiftCard", "A gift card in a client's wallet", {
  id: Id,
  code_last4: Type.String({ description: "Last four characters of its code", examples: ["7K3M"] }),
  balance: Money,
  blocked_at: BlockedAt,
  expires_at: ExpiresAt,
});

export const Wallet = record(
  "Wallet",
  "What a client has paid in advance and can still use. Nothing can be redeemed from a blocked entry",
  {
    client_id: Id,
    packages: Type.Array(WalletPackage, {
      description: "Packages with units left that have not expired, the earliest expiry first",
    }),
    membership_credits: Type.Array(WalletMembership, { description: "Running memberships" }),
    gift_cards: Type.Array(WalletGiftCard, {
      description: "Gift cards with a balance that have not expired",
    }),
    has_more: Type.Boolean({
      description:
        "Whether entries are left out, those that expire last: a wallet shows at most 500 entries or 1 MB",
    }),
  },
);

/** The API record of an entitlement in a wallet, or of a gift card without a client (an addition to contract §3). */
export const Entitlement = record("Entitlement", "A package, membership or gift card that was sold", {
  id: Id,
  client_id: nullable(Id, "The client; null for a gift card that is not in a wallet"),
  kind: words(["package", "membership", "gift_card"] as const, "Kind of prepaid product"),
  name: Type.String({ description: "Name at the time of the sale" }),
  total: Type.Integer({ description: "Units, credits of each period, or minor units it was sold with" }),
  remaining: Type.Integer({ description: "Units, credits or minor units left" }),
  blocked_at: BlockedAt,
  withdrawn_at: nullable(utc("Time of withdrawal because the sale was voided or refunded")),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type EntitlementRecord = Static<typeof Entitlement>;

const Reason = line(500, "The reason, for the staff", 1);

export const EntitlementReasonInput = input(
  "EntitlementReasonInput",
  "Reason for a change to an entitlement",
  {
    reason: Reason,
  },
);

export const EntitlementAdjustmentInput = input("EntitlementAdjustmentInput", "A change of a balance", {
  delta: Type.Integer({
    minimum: -MAX_AMOUNT_MINOR,
    maximum: MAX_AMOUNT_MINOR,
    description: "Units, credits or minor units to add; negative to subtract",
    examples: [2],
  }),
  reason: Reason,
});

export type WalletRecord = Static<typeof Wallet>;
