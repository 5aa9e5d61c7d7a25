import type { OperationName, Role } from "./operations.ts";
import { operationRoles } from "./operationTable.ts";

/**
 * Returns the roles whose sessions may call an operation. The server responds to other roles with 403 `forbidden_role`.
 */
export function rolesOf(operation: OperationName): readonly Role[] {
  return operationRoles[operation];
}
