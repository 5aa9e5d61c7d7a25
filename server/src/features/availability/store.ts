import { column, type Reader, statement } from "../../platform/database/index.ts";

const readVisitId = statement(
  "availability_visit_exists",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1 and id = $2`,
);

/** Whether a visit that a question leaves out is one of this business. */
export async function visitExists(reader: Reader, businessId: string, id: string): Promise<boolean> {
  return (await reader.query(readVisitId, [businessId, id])).length === 1;
}
