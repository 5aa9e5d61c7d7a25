import pg from "pg";

/** Pairs of unforced claims that lie over each other on one lane: what the database must never hold. Asked without its index. */
export async function overlapsOf(connectionString: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    `select subject_id, lane, during, following
     from (
       select
         subject_id,
         lane,
         during,
         lead(during) over (partition by business_id, subject_id, lane order by lower(during), id) as following
       from claims
       where not forced
     ) as neighbours
     where upper(during) > lower(following)`,
  );
  await client.end();
  return rows;
}
