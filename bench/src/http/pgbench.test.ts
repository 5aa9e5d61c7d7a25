import { expect, test } from "vitest";
import "../../../server/src/app.ts";
import { bookScript, readOneScript } from "./pgbench.ts";
import type { BenchSalon } from "./salon.ts";

const ID = "01a20021-f711-7d6c-bf44-9602160ea560";
const salon: BenchSalon = {
  number: 1,
  businessId: ID,
  locationId: ID,
  serviceId: ID,
  key: "",
  manyKeys: [],
  templates: { staffId: ID, clientId: ID },
};

test("the pgbench scripts contain the server's statements of a booking and of a read, with every parameter", () => {
  const script = bookScript(salon);
  for (const table of ["appointments", "appointment_items", "claims", "events"])
    expect(script).toContain(`insert into ${table} (`);
  expect(readOneScript(salon, 10)).toContain("from appointments");
});
