import { callApi } from "./requests.js";

/** Returns the data for a connection's label. Fails if the address or the key is wrong. */
async function test(z, bundle) {
  const { memberships, api_key } = await callApi(z, bundle, { path: "/me" });
  const [{ business_id, business_name }] = memberships;
  return { business_id, business_name, key_label: api_key.label };
}

export const authentication = {
  type: "custom",
  test,
  connectionLabel: "{{business_name}} · {{key_label}}",
  fields: [
    {
      key: "base_url",
      label: "Address",
      type: "string",
      required: true,
      helpText: "The https address of your Daybook, for example `https://book.example.com`.",
      placeholder: "https://book.example.com",
    },
    {
      key: "api_key",
      label: "API Key",
      type: "password",
      required: true,
      helpText: "In Daybook, open Settings, then API keys, and create a key. It begins with `dbk_`.",
    },
  ],
};
