import { ALTERNATIVES, SENTENCES } from "../shared/sentences.ts";

export type Status = Exclude<keyof typeof SENTENCES, "other">;

const STATUSES = (Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]).filter(
  (one): one is Status => one !== "other",
);

/** Patterns for the values in the error messages: readable words, no JSON. */
const VALUES: Readonly<Record<string, string>> = {
  required: "[a-z]+:[a-z]+(, [a-z]+:[a-z]+)*",
  message: "[^{}\\n]+",
  retry_after: "\\d+",
};

/** The API's messages for the conflicts (409) that the connectors' operations can cause. */
const CONFLICT = new RegExp(
  `^(The time is taken\\.${ALTERNATIVES}\\S+(, \\S+)*|An appointment with the status \\w+ cannot .+\\.)$`,
);

/**
 * Returns the statuses whose error message matches `message`: exactly one if the connector shows the API's error as one sentence, none for
 * any other text.
 */
export function statusesOf(message: string): Status[] {
  return STATUSES.filter((status) => patternOf(status).test(message));
}

function patternOf(status: Status): RegExp {
  if (status === "409") return CONFLICT;
  const parts = SENTENCES[status].split(/\{(\w+)\}/);
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : VALUES[part]));
  return new RegExp(`^${pattern.join("")}$`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
