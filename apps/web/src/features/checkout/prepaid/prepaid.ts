import type { components } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { moneyOf } from "../../../base/money.ts";
import { allOf } from "../../../base/queries.ts";

type Schemas = components["schemas"];

/** The kinds of prepaid products, as written in the URL. */
export const KINDS = ["packages", "memberships", "gift-cards"] as const;

export type Kind = (typeof KINDS)[number];

export type Prepaid =
  | ({ readonly kind: "packages" } & Schemas["Package"])
  | ({ readonly kind: "memberships" } & Schemas["MembershipPlan"])
  | ({ readonly kind: "gift-cards" } & Schemas["GiftCard"]);

/** Returns the query for all active products of a kind. */
export function prepaidQuery(business: string, kind: Kind) {
  const all = { path: { business }, query: { limit: 100 } } as const;
  return {
    queryKey: [business, "services", "prepaid", kind],
    queryFn: async (): Promise<Prepaid[]> => {
      switch (kind) {
        case "packages":
          return (await allOf(api.each("/businesses/{business}/packages", all))).map((each) => ({
            kind,
            ...each,
          }));
        case "memberships":
          return (await allOf(api.each("/businesses/{business}/memberships", all))).map((each) => ({
            kind,
            ...each,
          }));
        case "gift-cards":
          return (await allOf(api.each("/businesses/{business}/gift-cards", all))).map((each) => ({
            kind,
            ...each,
          }));
      }
    },
  } as const;
}

/** The operations that create, change and archive a product, by kind. */
export const OPERATIONS = {
  packages: { create: "createPackage", update: "updatePackage", archive: "archivePackage" },
  memberships: {
    create: "createMembershipPlan",
    update: "updateMembershipPlan",
    archive: "archiveMembershipPlan",
  },
  "gift-cards": { create: "createGiftCard", update: "updateGiftCard", archive: "archiveGiftCard" },
} as const;

/** The values of the form. Amounts are in minor units. An empty number field has the value "". */
export interface Values {
  name: string;
  description: string;
  service_ids: string[];
  units: number | string;
  credits: number | string;
  period_months: number | string;
  periods: number | string;
  value: number | undefined;
  price: number | undefined;
  valid_months: number | string;
  tax_rate_id: string;
}

export function valuesOf(product: Prepaid | undefined): Values {
  const empty: Values = {
    ...{ name: "", description: "", service_ids: [], tax_rate_id: "", value: undefined, price: undefined },
    ...{ units: 10, credits: 1, period_months: 1, periods: 12, valid_months: "" },
  };
  if (product === undefined) return empty;
  const { name, price } = product;
  const common = { ...empty, name, description: product.description ?? "", price: price.amount };
  if (product.kind === "gift-cards")
    return { ...common, value: product.value.amount, valid_months: product.valid_months ?? "" };
  const { service_ids, tax_rate_id } = product;
  const paying = { ...common, service_ids: [...service_ids], tax_rate_id: tax_rate_id ?? "" };
  if (product.kind === "packages")
    return { ...paying, units: product.units, valid_months: product.valid_months ?? "" };
  const { credits, period_months, periods } = product;
  return { ...paying, credits, period_months, periods };
}

/** Creates a product of a kind, or changes the product with `id`. */
export function savePrepaid(
  { business, kind, id, currency }: { business: string; kind: Kind; id?: string; currency: string },
  values: Values,
  idempotencyKey: string,
): Promise<unknown> {
  const orNull = (number: number | string) => (number === "" ? null : Number(number));
  const path = { business };
  const common = {
    name: values.name.trim(),
    description: values.description.trim() === "" ? null : values.description.trim(),
    price: moneyOf(values.price ?? values.value ?? 0, currency),
  };
  const paying = {
    ...common,
    service_ids: values.service_ids,
    tax_rate_id: values.tax_rate_id === "" ? null : values.tax_rate_id,
  };
  if (kind === "packages") {
    const body = { ...paying, units: Number(values.units), valid_months: orNull(values.valid_months) };
    return id === undefined
      ? api.packages.create({ path, body, idempotencyKey })
      : api.packages.update({ path: { ...path, package: id }, body, idempotencyKey });
  }
  if (kind === "memberships") {
    const body = {
      ...paying,
      credits: Number(values.credits),
      period_months: Number(values.period_months),
      periods: Number(values.periods),
    };
    return id === undefined
      ? api.memberships.createPlan({ path, body, idempotencyKey })
      : api.memberships.updatePlan({ path: { ...path, membership: id }, body, idempotencyKey });
  }
  const body = {
    ...common,
    value: moneyOf(values.value ?? 0, currency),
    valid_months: orNull(values.valid_months),
  };
  return id === undefined
    ? api.giftCards.create({ path, body, idempotencyKey })
    : api.giftCards.update({ path: { ...path, gift_card: id }, body, idempotencyKey });
}

export function archivePrepaid(business: string, { kind, id }: Prepaid): Promise<unknown> {
  switch (kind) {
    case "packages":
      return api.packages.archive({ path: { business, package: id } });
    case "memberships":
      return api.memberships.archivePlan({ path: { business, membership: id } });
    case "gift-cards":
      return api.giftCards.archive({ path: { business, gift_card: id } });
  }
}
