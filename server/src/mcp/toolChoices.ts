/** An operation of the API that is a tool of the MCP endpoint. */
export interface ToolChoice {
  readonly name: string;
  readonly operationId: string;
  /** Whether the tool may cancel or decline an appointment. MCP clients then ask the user for confirmation. */
  readonly isDestructive?: true;
  /** The default number of records in a result. The operation's own default is higher, because it is meant for programs. */
  readonly limit?: number;
}

/** The tools, in the order in which an MCP client calls them to book. Descriptions and inputs come from the route table. */
export const TOOL_CHOICES: readonly ToolChoice[] = [
  { name: "get_business", operationId: "getBusiness" },
  { name: "list_locations", operationId: "listLocations" },
  { name: "list_services", operationId: "listServices" },
  { name: "list_staff", operationId: "listStaffMembers" },
  { name: "find_availability", operationId: "findAvailability" },
  { name: "list_clients", operationId: "listClients", limit: 20 },
  { name: "get_client", operationId: "getClient" },
  { name: "create_client", operationId: "createClient" },
  { name: "list_appointments", operationId: "listAppointments", limit: 50 },
  { name: "get_appointment", operationId: "getAppointment" },
  { name: "book_appointment", operationId: "bookAppointment" },
  { name: "reschedule_appointment", operationId: "rescheduleAppointment" },
  { name: "change_appointment_status", operationId: "transitionAppointment", isDestructive: true },
  { name: "set_appointment_note", operationId: "updateAppointmentNote" },
  { name: "create_block", operationId: "createBlock" },
];
