/** The messages of problems by code; the app translates the codes. */
const MESSAGES = {
  not_a_phone: "is not a phone number",
  shortened: "was shortened by a spreadsheet program",
  not_an_email: "is not an e-mail address",
  not_a_date: "is not a date",
  not_yes_or_no: "must be yes or no",
  not_an_option: "is not an option of the field",
  too_long: "exceeds the maximum length",
  cut: "exceeds the maximum length and was truncated",
  no_contact_data: "must have a name or contact details",
  no_service_name: "must have a name",
  no_duration: "must have a duration",
  no_price: "must have a price",
  not_a_duration: "is not a duration of at most 24 hours",
  not_a_price: "is not a price",
  not_a_price_kind: "must be fixed, from or free",
} as const;

export type ProblemCode = keyof typeof MESSAGES;

export const PROBLEM_CODES = Object.keys(MESSAGES) as [ProblemCode, ...ProblemCode[]];

/** A problem with a value, without the name of its column. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
}

export function problem(code: ProblemCode): Problem {
  return { code, message: MESSAGES[code] };
}
