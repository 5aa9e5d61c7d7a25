import { connectedClient } from "../fixtures/connectedClient.ts";

/** Lists pairs of guarded claims that overlap on one unit, without using the index of the exclusion constraint. */
export async function overlapsOf(connectionString: string): Promise<unknown[]> {
  const client = await connectedClient(connectionString);
  const { rows } = await client.query(
    `select subject_id, unit, during, following
     from (
       select
         subject_id,
         unit,
         during,
         lead(during) over (partition by business_id, subject_id, unit order by lower(during), id) as following
       from claims
       where not overbooked
     ) as neighbours
     where upper(during) > lower(following)`,
  );
  await client.end();
  return rows;
}
