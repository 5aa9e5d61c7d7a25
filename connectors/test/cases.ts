import type { ConnectorApp } from "./connectorApp.ts";

export type Inputs = Readonly<Record<string, unknown>>;

/**
 * Valid inputs of an operation and, by error status, the changes to these inputs that make the API respond with this status.
 */
export interface Case {
  readonly valid: Inputs;
  readonly refused?: { readonly 404?: Inputs; readonly 409?: Inputs; readonly 422?: Inputs };
}

const UNKNOWN = "019df1d2-8940-7632-9c8c-c0e9d990c1c1";
const NO_TIME = "tomorrow";
const at = (time: string) => `2027-03-09T${time}:00+01:00`;

/** Creates the records that the operations of the connectors need. Returns the test inputs of all operations, by key. */
export async function casesOf(open: ConnectorApp): Promise<Readonly<Record<string, Case>>> {
  const { salon, sdk, path } = open;
  const { locationId: location_id, clientId: client_id } = salon;
  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  const book = async (starts_at: string) => {
    const body = { location_id, client_id, starts_at, items };
    return (await sdk.appointments.book({ path, body })).id;
  };
  const [first, second, third] = [await book(at("09:00")), await book(at("11:00")), await book(at("13:00"))];
  await sdk.appointments.transition({ path: { ...path, appointment: third }, body: { to: "cancelled" } });
  const lines = [{ kind: "product", description: "Comb", unit_price: { amount: 900, currency: "EUR" } }];
  const sale = (await open.sell({ client_id, lines, payments: [open.cash(900)] })).body.data;
  const window = { location_id, from: at("00:00"), to: "2027-03-10T00:00:00+01:00" };
  const booking = { location_id, client_id, items };
  const block = { location_id, staff_id: salon.anna, starts_at: at("15:00"), ends_at: at("16:00") };
  const one = (name: string, id: string): Case => ({
    valid: { [name]: id },
    refused: { 404: { [name]: UNKNOWN } },
  });
  return {
    book_appointment: {
      valid: { ...booking, starts_at: at("17:00") },
      refused: { 409: { starts_at: at("09:00") }, 422: { starts_at: NO_TIME } },
    },
    change_appointment_status: {
      valid: { appointment: first, to: "arrived" },
      refused: { 404: { appointment: UNKNOWN }, 409: { appointment: third }, 422: { to: "gone" } },
    },
    reschedule_appointment: {
      valid: { appointment: second, starts_at: at("12:00") },
      refused: {
        404: { appointment: UNKNOWN },
        409: { starts_at: at("09:00") },
        422: { starts_at: NO_TIME },
      },
    },
    set_appointment_note: {
      valid: { appointment: first, internal_note: "Window seat" },
      refused: { 404: { appointment: UNKNOWN }, 422: { internal_note: "x".repeat(20_000) } },
    },
    create_block: {
      valid: block,
      // A block may overlap appointments, so the API never responds with 409.
      refused: { 422: { ends_at: NO_TIME } },
    },
    find_appointments: { valid: window, refused: { 422: { from: NO_TIME } } },
    find_free_slots: { valid: { ...window, service_ids: [salon.cut] }, refused: { 422: { from: NO_TIME } } },
    get_appointment: one("appointment", first),
    create_client: {
      valid: { first_name: "Ada", email: "ada@example.com" },
      refused: { 422: { email: "ada" } },
    },
    find_clients: { valid: { q: "mull" }, refused: { 422: { q: "x".repeat(1_000) } } },
    get_client: one("client", client_id),
    get_payment: one("payment", sale.payment_ids[0]),
    get_sale: one("sale", sale.id),
  };
}
