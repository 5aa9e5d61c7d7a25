/** The errors of the API as sentences for users of Make, by status. Make repeats a step after some of the types. */
export const ERRORS = {
  type: "RuntimeError",
  message: "Daybook answered {{statusCode}}: {{ifempty(body.message, 'the response has no message')}}",
  "401": {
    type: "InvalidAccessTokenError",
    message: "Daybook does not accept the API key. Create a new key in Daybook and update this connection.",
  },
  "403": {
    type: "InvalidConfigurationError",
    message:
      "The API key may not do this: it needs {{ifempty(body.details.required, 'another scope')}}. Create a key with this scope and update the connection.",
  },
  "404": {
    type: "DataError",
    message: "Daybook has no such record. Check the ids that this module uses.",
  },
  "409": {
    type: "DataError",
    message:
      "{{body.message}}{{if(body.details.alternatives, ' The next free starts are ', '')}}{{join(body.details.alternatives, ', ')}}",
  },
  "422": { type: "DataError", message: "Daybook refused the input: {{body.message}}" },
  "429": {
    type: "RateLimitError",
    message:
      "Daybook received too many requests with this API key. Try again in {{ifempty(body.details.retry_after, 60)}} seconds.",
  },
  "503": { type: "ConnectionError", message: "Daybook is temporarily unavailable. Try again in a minute." },
} as const;
