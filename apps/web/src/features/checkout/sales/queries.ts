import type { components, DataOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

type Schemas = components["schemas"];
export type Sale = Schemas["Sale"];
export type ListedSale = Schemas["ListedSale"];
export type SaleInput = Schemas["SaleInput"];
export type Payment = Schemas["Payment"];
export type Wallet = DataOf<"get", "/businesses/{business}/clients/{client}/wallet">;

/**
 * Returns the query for the services, prepaid products and promotions that a ticket can contain. Omits products, because a
 * business can have thousands of them; `productsQuery` searches products on the server.
 */
export function catalogueQuery(business: string) {
  const all = { path: { business }, query: { limit: 100 } } as const;
  return {
    queryKey: [business, "services", "catalogue"],
    staleTime: 300_000,
    queryFn: async () => {
      const [services, packages, memberships, giftCards, promotions] = await Promise.all([
        allOf(api.each("/businesses/{business}/services", all)),
        allOf(api.each("/businesses/{business}/packages", all)),
        allOf(api.each("/businesses/{business}/memberships", all)),
        allOf(api.each("/businesses/{business}/gift-cards", all)),
        allOf(api.each("/businesses/{business}/promotions", all)),
      ]);
      return { services, packages, memberships, giftCards, promotions };
    },
  } as const;
}

/** Returns the query for products by a part of their name, or by their exact SKU or barcode. */
export function productsQuery(business: string, q: string) {
  return {
    queryKey: [business, "settings", "products", "search", q],
    queryFn: async () => (await api.products.list({ path: { business }, query: { q, limit: 20 } })).items,
  } as const;
}

export function saleQuery(business: string, sale: string) {
  return {
    queryKey: [business, "sales", "one", sale],
    queryFn: () => api.sales.get({ path: { business, sale } }),
  } as const;
}

/** Returns the query for the payments of a sale, in the order of `ids`. */
export function paymentsQuery(business: string, ids: readonly string[]) {
  return {
    queryKey: [business, "sales", "payments", ids],
    queryFn: () => Promise.all(ids.map((payment) => api.payments.get({ path: { business, payment } }))),
    placeholderData: (previous: Payment[] | undefined) => previous,
  } as const;
}

/** Returns the query for an appointment's open or completed sales: the sale of its items and the sale of its fee. */
export function salesOfAppointmentQuery(business: string, appointment: string) {
  return {
    queryKey: [business, "sales", "appointment", appointment],
    queryFn: async () => {
      const query = {
        appointment_id: appointment,
        status: ["open" as const, "completed" as const],
        limit: 10,
      };
      const { items } = await api.sales.list({ path: { business }, query });
      const isFee = ({ lines }: Sale) => lines.some(({ kind }) => kind === "fee");
      return { sale: items.find((each) => !isFee(each)), fee: items.find(isFee) };
    },
  } as const;
}

export function appointmentQuery(business: string, appointment: string) {
  return {
    queryKey: [business, "appointments", "one", appointment],
    queryFn: () => api.appointments.get({ path: { business, appointment }, query: { include: ["client"] } }),
  } as const;
}

export function walletQuery(business: string, client: string) {
  return {
    queryKey: [business, "wallet", client],
    queryFn: () => api.clients.getWallet({ path: { business, client } }),
  } as const;
}

export function clientQuery(business: string, client: string) {
  return {
    queryKey: [business, "clients", "one", client],
    queryFn: () => api.clients.get({ path: { business, client } }),
  } as const;
}
