import { readFileSync } from "node:fs";
import { authentication } from "./authentication.js";
import { creates, searches } from "./operations.js";
import { addKey, explainRefusal } from "./requests.js";
import { triggers } from "./triggers.js";

const { version, dependencies } = JSON.parse(
  readFileSync(new URL("./package.json", import.meta.url), "utf8"),
);

export default {
  version,
  platformVersion: dependencies["zapier-platform-core"],
  flags: {
    // With `true`, Zapier would replace Daybook's error message for status 429 with its own message.
    throwForThrottlingEarly: false,
    // operations.js omits empty inputs. Zapier advises against its own removal of empty inputs (check D028).
    cleanInputData: false,
  },
  authentication,
  beforeRequest: [addKey],
  afterResponse: [explainRefusal],
  triggers,
  creates,
  searches,
  searchOrCreates: {
    find_clients: {
      key: "find_clients",
      display: {
        label: "Find or Create Client",
        description: "Finds a client, or creates one if none is found.",
      },
      search: "find_clients",
      create: "create_client",
    },
  },
};
