import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createGiftCard, giftCardRecord, updateGiftCard } from "./giftCards.ts";
import { archiveProduct, listProducts } from "./products.ts";
import { GiftCard, GiftCardChanges, GiftCardInput, GiftCardPage, ProductsQuery } from "./schema.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/gift-cards";
const ONE = "/businesses/:business/gift-cards/:gift_card";
const readers = appOnly("owner", "manager", "reception", "staff");
const writers = appOnly("owner", "manager");

export function giftCardRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listGiftCards",
      tag,
      summary: "List the gift cards for sale",
      description: "Newest first. Excludes archived gift cards.",
      query: ProductsQuery,
      data: GiftCardPage,
      run: async ({ businessId, query }) => ({
        data: await listProducts(database, businessId, "gift_card", giftCardRecord, query),
      }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: writers,
      operationId: "createGiftCard",
      tag,
      summary: "Create a gift card for sale",
      description: "`price` defaults to `value`.",
      body: GiftCardInput,
      data: GiftCard,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createGiftCard(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updateGiftCard",
      tag,
      summary: "Update a gift card for sale",
      description:
        "Applies to future sales. Sold entitlements keep their terms. Absent fields keep their values.",
      body: GiftCardChanges,
      data: GiftCard,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateGiftCard(tx, businessId, params.gift_card, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archiveGiftCard",
      tag,
      summary: "Archive a gift card for sale",
      description: "New sales cannot contain the product. Sold entitlements stay in the wallets.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveProduct(tx, businessId, "gift_card", params.gift_card, clock.now())),
    }),
  ];
}
