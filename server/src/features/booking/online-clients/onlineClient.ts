import type { Static } from "typebox";
import { ApiError, exactlyOneProblem, type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createClient, lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import type { VerifiedVisitor } from "../visitors/index.ts";
import type { OnlineClientInput } from "./schema.ts";
import { listRequiredFields } from "./store.ts";

/** The client of a visitor's request: an existing client with the verified contact (`person`), or a new client (`client`). */
export interface ClientChoice {
  readonly person?: string;
  readonly client?: Static<typeof OnlineClientInput>;
}

/**
 * Checks the details of a new client: they must not contain another e-mail address or phone number than the verified one, and
 * must contain an answer to each required field. Throws `validation_failed`, also if the request sends both or neither of
 * `person` and `client`.
 */
export async function refuseClientFields(
  tx: Transaction,
  businessId: string,
  { person, client }: ClientChoice,
  visitor: VerifiedVisitor,
): Promise<void> {
  if ((person === undefined) === (client === undefined))
    throw invalid(exactlyOneProblem("client", ["person"], { isSent: client !== undefined }));
  if (client === undefined) return;
  const problems: FieldProblem[] = [];
  if (visitor.email !== null && (client.email ?? visitor.email).toLowerCase() !== visitor.email)
    problems.push({ path: "/client/email", message: "must be the verified e-mail address" });
  if (visitor.phone_e164 !== null && (client.phone_e164 ?? visitor.phone_e164) !== visitor.phone_e164)
    problems.push({ path: "/client/phone_e164", message: "must be the verified phone number" });
  const answers = client.custom_fields ?? {};
  const isAnswered = (id: string) => {
    const [, answer] = Object.entries(answers).find(([key]) => key.toLowerCase() === id) ?? [];
    return answer !== undefined && answer !== null && String(answer).trim() !== "";
  };
  for (const { id } of await tx.query(listRequiredFields, { businessId }))
    if (!isAnswered(id)) problems.push({ path: `/client/custom_fields/${id}`, message: "is required" });
  refuseIf(problems);
}

/**
 * Locks the chosen client against deletion, or creates the new client. Returns the client's id. Throws `validation_failed` for a deleted
 * client and for invalid details.
 */
export async function chosenClient(
  tx: Transaction,
  businessId: string,
  { person, client }: ClientChoice,
  { visitor, now }: { readonly visitor: VerifiedVisitor; readonly now: number },
): Promise<string> {
  if (person === undefined) return newClient(tx, businessId, client ?? { first_name: "" }, visitor, now);
  const id = person.toLowerCase();
  if (await lockClientAgainstDeletion(tx, businessId, id)) return id;
  throw invalid({
    path: "/person",
    message: "is not a client with the verified e-mail address or phone number",
  });
}

/** Creates a client with the verified e-mail address or phone number. Error paths get the prefix `/client`. */
async function newClient(
  tx: Transaction,
  businessId: string,
  details: NonNullable<ClientChoice["client"]>,
  { email, phone_e164 }: VerifiedVisitor,
  now: number,
): Promise<string> {
  try {
    const client = {
      ...details,
      ...(email === null ? {} : { email }),
      ...(phone_e164 === null ? {} : { phone_e164 }),
    };
    return (await createClient(tx, { businessId, createdBy: null, now, client })).id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
    const fields = (error.details?.fields ?? []) as FieldProblem[];
    throw invalid(...fields.map(({ path, message }) => ({ path: `/client${path}`, message })));
  }
}
