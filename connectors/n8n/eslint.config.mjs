import { config } from "@n8n/node-cli/eslint";

export default [
  { ignores: ["test/**", "*.test.ts"] },
  ...config,
  // The rule requires the MIT licence, because n8n's directory accepts only that licence. Daybook's licence is Apache-2.0.
  { files: ["package.json"], rules: { "n8n-nodes-base/community-package-json-license-not-default": "off" } },
];
