import { type Static, Type } from "typebox";
import { ROLES, SCOPES } from "../../../kernel/scopes.ts";
import { described, Id, input, line, nullable, record, words } from "../../../platform/http/shapes.ts";

export const BusinessMembership = record("BusinessMembership", "A business of the user, with their role", {
  business_id: described(Id, "The business"),
  business_name: Type.String({ description: "Name of the business", examples: ["Salon Lindenhof"] }),
  sandbox: Type.Boolean({ description: "Whether the business is a sandbox" }),
  role: words(ROLES, "Role of the user in the business"),
  staff_id: nullable(described(Id, "The staff member linked to the user; null if no staff member is linked")),
});

/** The API key that authenticated the request, without its secret (contract §2). */
export const CurrentApiKey = record("CurrentApiKey", "The API key of this request", {
  id: described(Id, "The key's identifier"),
  label: Type.String({ description: "Label of the key", examples: ["Website booking form"] }),
  scopes: Type.Array(words(SCOPES), { description: "Scopes of the key" }),
});

/** The response of `GET /me` (contract §2). */
export const Me = record("Me", "The caller", {
  id: described(Id, "Id of the user; for an API key, the owner to whom the key belongs"),
  email: Type.String({
    format: "email",
    description: "The user's e-mail address",
    examples: ["jana@example.com"],
  }),
  first_name: Type.String({ description: "The user's first name", examples: ["Jana"] }),
  last_name: Type.String({
    description: "The user's last name; empty when there is none",
    examples: ["Lindner"],
  }),
  memberships: Type.Array(BusinessMembership, {
    description: "Sorted by name, sandboxes last; for an API key, only the business of the key",
  }),
  api_key: nullable(CurrentApiKey, "The key of this request; null for a session"),
});

export const MeChanges = input("MeChanges", "Changes of the user's own name", {
  first_name: Type.Optional(line(120, "First name", 1)),
  last_name: Type.Optional(nullable(line(120, "Last name; empty or null clears it"))),
});

export type MeRecord = Static<typeof Me>;
