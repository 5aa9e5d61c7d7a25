/**
 * Error messages for users of automation platforms, by the HTTP status of the API's response. The connectors replace
 * `{status}`, `{required}`, `{message}`, `{alternatives}` and `{retry_after}` with values from the response.
 */
export const SENTENCES = {
  "401": "Daybook does not accept the API key. Create a new key in Daybook and update this connection.",
  "403":
    "The API key may not do this: it needs {required}. Create a key with this scope and update the connection.",
  "404": "Daybook has no such record. Check the ids that this step uses.",
  "409": "{message}{alternatives}",
  "422": "Daybook refused the input: {message}",
  "429": "Daybook received too many requests with this API key. Try again in {retry_after} seconds.",
  "503": "Daybook is temporarily unavailable. Try again in a minute.",
  other: "Daybook answered {status}: {message}",
} as const;

/** The text before the alternative start times of a conflict. */
export const ALTERNATIVES = " The next free starts are ";
