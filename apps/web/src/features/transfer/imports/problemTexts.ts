import type { ImportProblem } from "./queries.ts";

/** The message keys of problems by their codes. */
export const PROBLEM_TEXTS = {
  not_a_phone: "problemPhone",
  shortened: "problemShortened",
  not_an_email: "problemEmail",
  not_a_date: "problemDate",
  not_yes_or_no: "problemYesNo",
  not_an_option: "problemOption",
  too_long: "problemTooLong",
  cut: "problemCut",
  no_contact_data: "problemNoContactData",
  no_service_name: "problemNoServiceName",
  no_duration: "problemNoDuration",
  no_price: "problemNoPrice",
  not_a_duration: "problemDuration",
  not_a_price: "problemPrice",
  not_a_price_kind: "problemPriceKind",
} as const satisfies Record<ImportProblem["code"], string>;
