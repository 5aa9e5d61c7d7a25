import { type Static, Type } from "typebox";
import { ROLES, SCOPES } from "../../kernel/scopes.ts";
import { Id, nullable, record, words } from "../../platform/http/shapes.ts";

export const Membership = record("Membership", "A business that the user belongs to, and as what", {
  business_id: Id,
  business_name: Type.String({ examples: ["Salon Lindenhof"] }),
  role: words(ROLES, "What the user may do there"),
  staff_id: nullable(Id),
});

/** The key a request came with, as far as it may be shown again (contract §2). */
export const KeyInUse = record("KeyInUse", "The API key that this request was sent with", {
  id: Id,
  label: Type.String({ examples: ["Website booking form"] }),
  scopes: Type.Array(words(SCOPES), { description: "What the key may do" }),
});

/** Contract §2, `GET /me`. */
export const Me = record("Me", "Who is calling", {
  id: Id,
  email: Type.String({ format: "email", examples: ["jana@example.com"] }),
  first_name: Type.String({ examples: ["Jana"] }),
  last_name: Type.String({ description: "Empty when there is none", examples: ["Lindner"] }),
  memberships: Type.Array(Membership, {
    description: "For an API key only the business it is bound to; by name",
  }),
  api_key: nullable(KeyInUse),
});

export type MeRecord = Static<typeof Me>;
