import { expect, test } from "vitest";
import { ROLES } from "../../server/src/kernel/scopes.ts";
import { routesToDescribe } from "../../server/src/routesToDescribe.ts";
import { type OperationName, rolesOf } from "../src/index.ts";

// The business app disables a control when `rolesOf` excludes the user's role, so `rolesOf` must match the server for every route
// and role.
test("rolesOf names exactly the roles that the server lets call each operation", () => {
  const routes = routesToDescribe().filter(({ access }) => access.kind === "business");
  expect(routes.length).toBeGreaterThan(100);
  for (const { operationId, access } of routes) {
    const allowed = ROLES.filter((role) => access.kind === "business" && access.roles.includes(role));
    expect(rolesOf(operationId as OperationName), operationId).toEqual(allowed);
  }
});
