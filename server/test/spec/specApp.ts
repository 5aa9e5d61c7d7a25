import { type RequestInput, type TwoBusinesses, twoBusinesses } from "./twoBusinesses.ts";

/** Two businesses. The salon has records of every kind, so that no list in a response is empty. */
export interface SpecApp extends TwoBusinesses {
  /** The ids of the salon's client fields, one for each type. */
  readonly fields: Readonly<Record<"text" | "choice" | "yes_no" | "date", string>>;
  /** A service with a category, a resource, and prices per staff member. */
  readonly treatment: string;
  readonly category: string;
  /** Books a cut with Anna at 10:00 on a new day. Returns the appointment. */
  newAppointment(more?: Readonly<Record<string, unknown>>): Promise<BookedAppointment>;
  /** Returns the body of the booking that `newAppointment` sends. */
  booking(more?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /**
   * Creates a client and an appointment of the client with Anna, so that Anna may read the client. Returns the client's id.
   */
  newClient(client?: Readonly<Record<string, unknown>>): Promise<string>;
}

interface BookedAppointment {
  readonly id: string;
  readonly client_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly items: readonly { readonly id: string; readonly staff_id: string }[];
}

const B = "/businesses/{business}";

export async function specApp(): Promise<SpecApp> {
  const base = await twoBusinesses();
  const { salon, owner, program, get, newDay } = base;
  const write = (operation: string, input: RequestInput) => get(owner, operation, input);

  const field = async (type: string, more: object = {}) =>
    (await write(`POST ${B}/client-fields`, { body: { label: `Your ${type}`, type, ...more } })).id;
  const fields = {
    text: await field("text"),
    choice: await field("choice", { options: ["Oat milk", "Cow's milk"] }),
    yes_no: await field("yes_no"),
    date: await field("date"),
  };
  const open = (weekday: number) => ({ weekday, starts: "09:00", ends: "18:00" });
  await write(`PUT ${B}/locations/{location}/hours`, {
    ids: { location: salon.locationId },
    body: {
      hours: [1, 2, 3, 4, 5, 6].map(open),
      hour_exceptions: [{ date: "2027-03-24", intervals: [{ starts: "09:00", ends: "12:00" }] }],
    },
  });
  await write(`PUT ${B}/staff/{staff}/hours`, {
    ids: { staff: salon.anna },
    body: {
      weekly: [1, 2, 3, 4, 5, 6].map((weekday) => ({ location_id: salon.locationId, ...open(weekday) })),
      exceptions: [
        {
          date: "2027-03-23",
          location_id: salon.locationId,
          intervals: [{ starts: "10:00", ends: "12:00" }],
        },
      ],
    },
  });
  await write(`POST ${B}/staff/{staff}/time-off`, {
    ids: { staff: salon.anna },
    body: { starts_at: "2027-03-26T00:00:00+01:00", ends_at: "2027-03-30T00:00:00+02:00", label: "Skiing" },
  });
  const category = (await write(`POST ${B}/service-categories`, { body: { name: "Skin" } })).id;
  const treatment = await write(`POST ${B}/services`, {
    body: {
      name: "Facial",
      category_id: category,
      duration_minutes: 60,
      price: { amount: 8000, currency: "EUR" },
      requires_patch_test: true,
      max_per_day: 4,
      min_notice_minutes: 0,
      location_ids: [salon.locationId],
      resources: [{ type: "room", count: 1 }],
      staff: [
        { staff_id: salon.anna, duration_minutes: 50, price: { amount: 9000, currency: "EUR" } },
        { staff_id: salon.ben },
      ],
    },
  });

  await write(`POST ${B}/form-templates`, {
    body: {
      name: "Health",
      frequency: "every_visit",
      fields: [
        { type: "text", label: "Any allergies?" },
        { type: "consent", label: "I agree to the treatment.", required: true },
      ],
    },
  });

  const booking: SpecApp["booking"] = (more = {}) => ({
    location_id: salon.locationId,
    client_id: salon.clientId,
    starts_at: newDay().at("10:00"),
    items: [{ service_id: salon.cut, staff_id: salon.anna }],
    ...more,
  });
  const newAppointment: SpecApp["newAppointment"] = (more) =>
    get(program, `POST ${B}/appointments`, { body: booking(more) });
  // Allows Anna to read the salon's first client.
  await newAppointment();
  return {
    ...base,
    fields,
    category,
    treatment: treatment.id,
    booking,
    newAppointment,
    newClient: async (client = {}) => {
      const { id } = await get(program, `POST ${B}/clients`, { body: { first_name: "Ada", ...client } });
      await newAppointment({ client_id: id });
      return id;
    },
  };
}
