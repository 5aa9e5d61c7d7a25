import { config } from "@n8n/node-cli/eslint";

export default [
  { ignores: ["test/**", "*.test.ts"] },
  ...config,
  // n8n accepts only packages with the MIT licence in its directory. Daybook's licence is Apache-2.0.
  { files: ["package.json"], rules: { "n8n-nodes-base/community-package-json-license-not-default": "off" } },
];
