import { ALTERNATIVES, SENTENCES } from "../shared/sentences.ts";

/** For each placeholder in the error messages, the Make expression that reads the value from the response. */
const VALUES: Readonly<Record<string, string>> = {
  status: "{{statusCode}}",
  message: "{{ifempty(body.message, 'the response has no message')}}",
  required: "{{ifempty(body.details.required, 'another scope')}}",
  alternatives: `{{if(body.details.alternatives, '${ALTERNATIVES}', '')}}{{join(body.details.alternatives, ', ')}}`,
  retry_after: "{{ifempty(body.details.retry_after, 60)}}",
};

const makeError = (type: string, status: keyof typeof SENTENCES) => ({
  type,
  message: SENTENCES[status].replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? ""),
});

/** The API's errors in Make's format. Make retries the step after some types of error. */
export const ERRORS = {
  ...makeError("RuntimeError", "other"),
  "401": makeError("InvalidAccessTokenError", "401"),
  "403": makeError("InvalidConfigurationError", "403"),
  "404": makeError("DataError", "404"),
  "409": makeError("DataError", "409"),
  "422": makeError("DataError", "422"),
  "429": makeError("RateLimitError", "429"),
  "503": makeError("ConnectionError", "503"),
};
