// Books an appointment with openapi-fetch and the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { paths } from "./daybook.js";

declare const process: { readonly env: Readonly<Record<string, string>> };
const { ADDRESS, KEY, BUSINESS, LOCATION, SERVICE, CLIENT, TEXT_FIELD, YES_NO_FIELD } = process.env as {
  [name in
    | "ADDRESS"
    | "KEY"
    | "BUSINESS"
    | "LOCATION"
    | "SERVICE"
    | "CLIENT"
    | "TEXT_FIELD"
    | "YES_NO_FIELD"]: string;
};
const headers = { Authorization: `Bearer ${KEY}` };
const api = createClient<paths>({ baseUrl: `${ADDRESS}/api/v1`, headers });
const path = { business: BUSINESS };

const me = dataOf(await api.GET("/me"));
console.log("key", me.api_key?.label);
const client = await api.GET("/businesses/{business}/clients/{client}", {
  params: { path: { ...path, client: CLIENT } },
});
const answers = dataOf(client).custom_fields;
const text: string | boolean | undefined = answers[TEXT_FIELD];
const yes: string | boolean | undefined = answers[YES_NO_FIELD];
console.log("client", text, yes);
const services = dataOf(await api.GET("/businesses/{business}/services", { params: { path } })).items;
console.log("service", services.find(({ id }) => id === SERVICE)?.name);
const query = { location_id: LOCATION, service_ids: [SERVICE], from: "2027-03-15", to: "2027-03-15" };
const availability = await api.GET("/businesses/{business}/availability", { params: { path, query } });
const slot = dataOf(availability).slots?.[0];
if (slot === undefined) throw new Error("No slot is free.");
const staff_id = slot.items[0]?.staff_id ?? "";
const body = {
  location_id: LOCATION,
  client_id: CLIENT,
  starts_at: slot.starts_at,
  items: [{ service_id: SERVICE, staff_id }],
};
const book = () => api.POST("/businesses/{business}/appointments", { params: { path }, body });
const booked = dataOf(await book());
const params = { path: { ...path, appointment: booked.id } };
const read = dataOf(await api.GET("/businesses/{business}/appointments/{appointment}", { params }));
console.log("read", read.id === booked.id, read.status);
const { error } = await book();
if (error?.code !== "time_conflict") throw new Error("The second booking was not refused.");
console.log("conflict", error.code, error.details.conflicts[0]?.reason);
const promotion = await api.GET("/businesses/{business}/appointments/{appointment}/promotion", { params });
console.log("promotion", dataOf(promotion) === null);
const cancelled = dataOf(
  await api.POST("/businesses/{business}/appointments/{appointment}/transitions", {
    params,
    body: { to: "cancelled" },
  }),
);
console.log("cancelled", cancelled.status, cancelled.cancelled_by);

function dataOf<Data>(response: { readonly data?: { readonly data: Data }; readonly error?: unknown }): Data {
  if (response.data === undefined) throw new Error(JSON.stringify(response.error));
  return response.data.data;
}
