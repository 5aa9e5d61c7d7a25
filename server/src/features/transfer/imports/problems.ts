/** The messages of problems by code; the app translates the codes. */
const MESSAGES = {
  not_a_phone: "must be a phone number, such as +49 30 901820",
  rounded: "was rounded by a spreadsheet program: export the file again with all digits",
  not_an_email: "must be an e-mail address",
  not_a_date: "must be a date, such as 2027-03-01",
  not_yes_or_no: "must be yes or no",
  not_an_option: "must be one of {options}",
  too_long: "must have at most {max} characters",
  truncated: "has more than {max} characters and was truncated",
  no_contact_data: "must have a name or contact details",
  no_service_name: "must have a name",
  no_duration: "must have a duration",
  no_price: "must have a price",
  not_a_duration: "must be a duration of at most 24 hours, such as 45 min",
  not_a_price: "must be a price, such as 25.00",
  not_a_price_kind: "must be fixed, from or free",
  no_client: "must have the name, e-mail address or phone number of a client",
  unknown_client: "is not a client of this business",
  several_clients: "must match exactly one client, but matches several",
  no_service: "must have a service",
  unknown_service: "is not a service on the menu",
  several_services: "must match exactly one service, but matches several",
  no_staff: "must have a staff member",
  unknown_staff: "is not an active staff member of this business",
  several_staff: "must match exactly one staff member, but matches several",
  no_location: "must have a location",
  unknown_location: "must be the name of exactly one location of this business",
  not_performed: "is not performed by this staff member at this location",
  no_start: "must have a date and a time",
  no_time: "must have a time of day, such as 14:30",
  not_a_time: "must be a time of day, such as 14:30",
  skipped_time: "does not exist at the location: a clock change skips this time",
  in_the_past: "must be in the future",
  not_a_status: "must be a status of an appointment, such as confirmed",
  not_upcoming: "must be a status of an upcoming appointment, such as confirmed",
  time_taken:
    "is not free: an appointment, a block or time off takes the staff member or a required resource",
} as const;

export type ProblemCode = keyof typeof MESSAGES;

export const PROBLEM_CODES = Object.keys(MESSAGES) as [ProblemCode, ...ProblemCode[]];

/** A problem with a value, without the name of the column. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
}

/** Returns the problem with a code. `accepted` is the limit or the options in the messages with a placeholder. */
export function problem(code: ProblemCode, accepted?: number | string): Problem {
  return { code, message: MESSAGES[code].replace(/\{\w+\}/, () => String(accepted)) };
}
