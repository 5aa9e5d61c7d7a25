import type { Context } from "../../../../platform/context.ts";
import type { Reader } from "../../../../platform/database/index.ts";
import { appOnly, type Route, route } from "../../../../platform/http/route.ts";
import { Deleted } from "../../../../platform/http/shapes.ts";
import { businessRecord } from "../../../business/businesses/index.ts";
import { withSnapshot } from "../../../scheduling/snapshot/index.ts";
import { readSale, saleFees } from "../../sales/index.ts";
import type { PaymentProvider } from "../provider/provider.ts";
import { chargeFeeToCard, type FeeCharge } from "./chargeFeeToCard.ts";
import { cardsOfClient, removeCard } from "./clientCards.ts";
import { Fee, SavedCards } from "./schema.ts";
import { settleCard } from "./settleCard.ts";

const CARDS = "/businesses/:business/clients/:client/saved-cards";
const desk = appOnly("owner", "manager", "reception");

export interface SavedCardRouteOptions {
  readonly provider: PaymentProvider | null;
  readonly address: () => string;
  /** Logs errors of the provider that do not make the request fail. */
  readonly log: (message: string, error: unknown) => void;
  readonly feeOfAppointment: saleFees.FeeOf;
}

/** Returns the routes for saved cards and for fees, which can be charged to saved cards. */
export function savedCardRoutes(
  context: Context,
  { provider, address, log, feeOfAppointment }: SavedCardRouteOptions,
): Route[] {
  const { database, clock } = context;
  const feeRecord = async (reader: Reader, businessId: string, { saleId, charge }: FeeCharge) => ({
    data: { ...(await readSale(reader, businessId, saleId)), charge },
  });
  return [
    route({
      method: "GET",
      path: CARDS,
      access: desk,
      operationId: "listSavedCards",
      tag: "Payments",
      summary: "List the saved cards of a client",
      description: "The newest hundred, newest first, without removed ones.",
      data: SavedCards,
      run: async ({ businessId, params }) => ({
        data: { items: await cardsOfClient(database, businessId, params.client) },
      }),
    }),
    route({
      method: "DELETE",
      path: `${CARDS}/:saved_card`,
      access: desk,
      operationId: "deleteSavedCard",
      tag: "Payments",
      summary: "Delete a saved card",
      description: "It can no longer be charged, and is deleted at the payment provider.",
      data: Deleted,
      run: async ({ businessId, params }) => {
        const { client: clientId, saved_card: cardId } = params;
        const now = clock.now();
        await database.transaction((tx) => removeCard(tx, businessId, { clientId, cardId, now }));
        // The removal is committed. If the provider cannot be reached, a background job deletes the card there later.
        if (provider !== null)
          await settleCard(context, provider, { businessId, cardId }).catch((error: unknown) =>
            log(`saved card ${cardId} could not be deleted at the payment provider`, error),
          );
        return { data: { id: cardId, deleted: true as const } };
      },
    }),
    route({
      method: "POST",
      path: "/businesses/:business/clients/:client/fees",
      access: appOnly("owner", "manager"),
      operationId: "chargeFee",
      tag: "Sales",
      summary: "Charge a late-cancellation or no-show fee",
      description:
        "Computes the fee by the policy version that the client accepted at booking. An appointment can have one fee. The fee is an open sale with one line and is paid like other sales. With `method` `saved_card`, it is charged to the card that the client saved with the booking; an open fee whose charge has failed can be charged again. If the bank asks for the client, the client gets an e-mail with the link to `payment_url`.",
      body: saleFees.FeeInput,
      data: Fee,
      status: 201,
      run: async ({ businessId, params, body, storeResponse, replaceResponse }) => {
        const fee = { clientId: params.client, input: body, now: clock.now() };
        if (body.method === undefined)
          return withSnapshot(database, businessId, (snapshot) =>
            database.transaction(async (tx) => {
              const sale = await saleFees.chargeFee(tx, snapshot, feeOfAppointment, fee);
              return storeResponse(tx, { data: { ...sale, charge: null } });
            }),
          );
        const { slug } = await businessRecord(database, businessId);
        const wanted = { businessId, fee, returnUrl: `${address()}/b/${slug}`, log };
        const charged = await chargeFeeToCard(
          context,
          provider,
          feeOfAppointment,
          wanted,
          async (tx, started) => void storeResponse(tx, await feeRecord(tx, businessId, started)),
        );
        return database.transaction(async (tx) =>
          replaceResponse(tx, await feeRecord(tx, businessId, charged)),
        );
      },
    }),
  ];
}
