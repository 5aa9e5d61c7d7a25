import { ALTERNATIVES, SENTENCES } from "../shared/sentences.ts";

/** The placeholders of the error sentences, as Make expressions that read the response. */
const VALUES: Readonly<Record<string, string>> = {
  status: "{{statusCode}}",
  message: "{{ifempty(body.message, 'the response has no message')}}",
  required: "{{ifempty(body.details.required, 'another scope')}}",
  alternatives: `{{if(body.details.alternatives, '${ALTERNATIVES}', '')}}{{join(body.details.alternatives, ', ')}}`,
  retry_after: "{{ifempty(body.details.retry_after, 60)}}",
};

const told = (type: string, status: keyof typeof SENTENCES) => ({
  type,
  message: SENTENCES[status].replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? ""),
});

/** The errors of the API in Make's format. After errors of some types, Make retries the step. */
export const ERRORS = {
  ...told("RuntimeError", "other"),
  "401": told("InvalidAccessTokenError", "401"),
  "403": told("InvalidConfigurationError", "403"),
  "404": told("DataError", "404"),
  "409": told("DataError", "409"),
  "422": told("DataError", "422"),
  "429": told("RateLimitError", "429"),
  "503": told("ConnectionError", "503"),
};
