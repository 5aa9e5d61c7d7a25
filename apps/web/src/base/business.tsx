import { type Business, type OperationName, type Role, rolesOf } from "@daybook/sdk";
import { createContext, useContext } from "react";
import type { Me } from "./api.ts";

/** The current business and the user's role in it. */
export interface CurrentBusiness {
  readonly id: string;
  readonly record: Business;
  readonly role: Role;
  /** The id of the staff member linked to the user; null if no staff member is linked. */
  readonly staffId: string | null;
  readonly me: Me;
}

const BusinessContext = createContext<CurrentBusiness | undefined>(undefined);

export const BusinessProvider = BusinessContext;

/** Returns the current business. Throws an error outside of `/app/{business}`. */
export function useBusiness(): CurrentBusiness {
  const business = useContext(BusinessContext);
  if (business === undefined) throw new Error("There is no business outside of /app/{business}.");
  return business;
}

/** Whether the user's role may call an operation. The server enforces the same rule and rejects other requests with 403. */
export function useMay(operation: OperationName): boolean {
  return rolesOf(operation).includes(useBusiness().role);
}
