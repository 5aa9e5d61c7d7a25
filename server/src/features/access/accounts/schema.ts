import { type Static, Type } from "typebox";
import { ROLES, SCOPES } from "../../../kernel/scopes.ts";
import { described, Id, nullable, record, words } from "../../../platform/http/shapes.ts";

export const BusinessMembership = record(
  "BusinessMembership",
  "A business that the user belongs to, and as what",
  {
    business_id: described(Id, "The business"),
    business_name: Type.String({ description: "What the business is called", examples: ["Salon Lindenhof"] }),
    role: words(ROLES, "What the user may do there"),
    staff_id: nullable(described(Id, "Who of the team the user is; null: nobody")),
  },
);

/** The key a request came with, as far as it may be shown again (contract §2). */
export const CurrentApiKey = record("CurrentApiKey", "The API key that this request was sent with", {
  id: described(Id, "The key's identifier"),
  label: Type.String({ description: "What the key is for", examples: ["Website booking form"] }),
  scopes: Type.Array(words(SCOPES), { description: "What the key may do" }),
});

/** Contract §2, `GET /me`. */
export const Me = record("Me", "Who is calling", {
  id: described(Id, "The user; for a key the owner who made it"),
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
    description: "For an API key only the business it is bound to; by name",
  }),
  api_key: nullable(CurrentApiKey, "The key of this request; null for a session"),
});

export type MeRecord = Static<typeof Me>;
