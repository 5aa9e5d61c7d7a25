/** The Make directives that the app uses. The lint rejects other directives, because the tests cannot run them. */
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

export const ROOTS: readonly string[] = ["parameters", "connection", "webhook", "body", "item", "statusCode"];

export const MODULE_TYPES: readonly string[] = ["instant_trigger", "action", "search", "universal"];

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
