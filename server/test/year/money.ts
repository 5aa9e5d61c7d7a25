export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export interface Sale {
  readonly id: string;
  readonly status: "open" | "completed" | "voided";
  readonly client_id: string | null;
  readonly lines: readonly {
    readonly id: string;
    readonly kind: string;
    readonly quantity: number;
    readonly unit_price: Money;
    readonly total: Money;
    readonly gift_card_code?: string;
  }[];
  readonly subtotal: Money;
  readonly discount: Money;
  readonly tax: Money;
  readonly tip: Money;
  readonly total: Money;
  readonly payment_ids: readonly string[];
  readonly completed_at: string | null;
}

export interface Payment {
  readonly id: string;
  readonly sale_id: string | null;
  readonly status: "pending" | "succeeded" | "failed" | "partially_refunded" | "refunded";
  readonly method: "card" | "cash" | "gift_card" | "package" | "membership" | "external";
  readonly amount: Money;
  readonly tip: Money;
  readonly refunded: Money;
  readonly refunds: readonly { readonly id: string; readonly amount: Money; readonly created_at: string }[];
}

export interface Wallet {
  readonly packages: readonly Units[];
  readonly membership_credits: readonly Units[];
  readonly gift_cards: readonly { readonly id: string; readonly balance: Money }[];
}

interface Units {
  readonly id: string;
  readonly service_ids: readonly string[];
  readonly remaining: number;
}
