/** The Make directives that the app uses. The lint refuses other directives, because the tests cannot run them. */
export const ALLOWED = {
  request: [
    "baseUrl",
    "url",
    "method",
    "headers",
    "qs",
    "body",
    "type",
    "followRedirects",
    "log",
    "pagination",
    "response",
    "output",
  ],
  response: ["error", "valid", "iterate", "output", "limit", "data", "metadata"],
  pagination: ["qs", "condition"],
} as const;

/** The variables that expressions may read. */
export const ROOTS: readonly string[] = ["parameters", "connection", "webhook", "body", "item", "statusCode"];

/** The types of modules of the app. */
export const MODULE_TYPES: readonly string[] = ["instant_trigger", "action", "search", "universal"];

/** The types of parameters of the app. */
export const PARAMETER_TYPES: readonly string[] = [
  "text",
  "password",
  "email",
  "uuid",
  "integer",
  "uinteger",
  "boolean",
  "date",
  "select",
  "array",
  "collection",
];
