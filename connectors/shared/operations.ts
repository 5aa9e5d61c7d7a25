import { APPOINTMENT_OPERATIONS } from "./appointmentOperations.ts";

/** One input of an operation. By default, its type, limits and help come from the published description. */
export interface FieldChoice {
  /** The API's name of the parameter or body field. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** The list from which the user chooses a record. */
  readonly choices?: ListKey;
  readonly required?: true;
  /** The inputs of each item, for a list of objects. */
  readonly fields?: readonly FieldChoice[];
}

/** An action or a search that every connector offers. */
export interface OperationChoice {
  readonly key: string;
  readonly operationId: string;
  readonly label: string;
  readonly description: string;
  /** `create` changes records. `find` returns several records, and `get` returns one record by its id. */
  readonly kind: "create" | "find" | "get";
  readonly group: Group;
  /** The member of `data` that contains the records of a `find`. */
  readonly container?: "items" | "slots";
  readonly fields: readonly FieldChoice[];
}

/** A list of records to choose from, with their names and ids. */
export interface ListChoice {
  readonly key: ListKey;
  readonly operationId: string;
  readonly label: string;
  readonly noun: string;
  /** The fields of a record that form its name, joined by spaces. */
  readonly name: readonly string[];
  /** True if the list is too long to load, so the user must search it. */
  readonly searched?: true;
}

/** The types of records that have events, in the order in which the connectors list them. */
export const GROUPS = ["appointment", "client", "payment", "sale"] as const;
export type Group = (typeof GROUPS)[number];
type ListKey = "locations" | "services" | "staff" | "clients" | "payments";

export const LISTS: readonly ListChoice[] = [
  { key: "locations", operationId: "listLocations", label: "Locations", noun: "Location", name: ["name"] },
  { key: "services", operationId: "listServices", label: "Services", noun: "Service", name: ["name"] },
  {
    key: "staff",
    operationId: "listStaffMembers",
    label: "Staff members",
    noun: "Staff member",
    name: ["display_name"],
  },
  {
    key: "clients",
    operationId: "listClients",
    label: "Clients",
    noun: "Client",
    name: ["first_name", "last_name"],
    searched: true,
  },
  {
    key: "payments",
    operationId: "listPayments",
    label: "Payments",
    noun: "Payment",
    name: ["created_at", "status"],
  },
];

export const OPERATIONS: readonly OperationChoice[] = [
  ...APPOINTMENT_OPERATIONS,
  {
    key: "create_client",
    operationId: "createClient",
    label: "Create client",
    description: "Creates a client.",
    kind: "create",
    group: "client",
    fields: [
      { name: "first_name", label: "First name" },
      { name: "last_name", label: "Last name" },
      { name: "email", label: "E-mail" },
      { name: "phone_e164", label: "Phone number" },
      { name: "alert", label: "Alert" },
      { name: "patch_test_at", label: "Patch test" },
    ],
  },
  {
    key: "find_clients",
    operationId: "listClients",
    label: "Find clients",
    description: "Finds clients by name, e-mail address or phone number.",
    kind: "find",
    group: "client",
    container: "items",
    fields: [
      {
        name: "q",
        label: "Search text",
        help: "Beginnings of names or of the e-mail address, or at least three digits of the phone number.",
        required: true,
      },
    ],
  },
  {
    key: "get_client",
    operationId: "getClient",
    label: "Get client",
    description: "Reads one client by the id.",
    kind: "get",
    group: "client",
    fields: [
      {
        name: "client",
        label: "Client ID",
        choices: "clients",
        help: "The id of a client, for example from a trigger or a search.",
      },
    ],
  },
  {
    key: "get_payment",
    operationId: "getPayment",
    label: "Get payment",
    description: "Reads one payment by its id.",
    kind: "get",
    group: "payment",
    fields: [
      {
        name: "payment",
        label: "Payment ID",
        choices: "payments",
        help: "The id of a payment, for example from a trigger.",
      },
    ],
  },
  {
    key: "get_sale",
    operationId: "getSale",
    label: "Get sale",
    description: "Reads one sale by its id.",
    kind: "get",
    group: "sale",
    fields: [{ name: "sale", label: "Sale ID", help: "The id of a sale, for example from a trigger." }],
  },
];

/** The label and description of the trigger for each event, in the order in which the connectors list them. */
export const TRIGGERS: Readonly<Record<string, readonly [label: string, description: string]>> = {
  "appointment.created": ["New Appointment", "Triggers when an appointment is booked or requested."],
  "appointment.updated": [
    "Updated Appointment",
    "Triggers when an appointment is moved, resized, confirmed or otherwise changed.",
  ],
  "appointment.canceled": ["Canceled Appointment", "Triggers when an appointment is cancelled or declined."],
  "appointment.checked_in": ["Checked-In Appointment", "Triggers when a client is checked in."],
  "appointment.completed": ["Completed Appointment", "Triggers when an appointment is completed."],
  "appointment.no_show": ["No-Show Appointment", "Triggers when an appointment is marked as a no-show."],
  "client.created": ["New Client", "Triggers when a client is created."],
  "client.updated": ["Updated Client", "Triggers when a client is changed, merged or deleted."],
  "payment.succeeded": ["Succeeded Payment", "Triggers when a payment succeeds."],
  "payment.refunded": ["Refunded Payment", "Triggers when a refund of a payment succeeds."],
  "sale.completed": ["Completed Sale", "Triggers when a sale is completed."],
};
