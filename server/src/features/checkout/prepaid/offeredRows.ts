/**
 * What follows the columns of a list of what is offered: newest first, from behind a place in that order ($2, $3; both
 * null for the first page), at most $4, without what is offered no more. `also` may narrow it, from $5 on.
 */
export function offeredList(table: "prepaid_products" | "promotions", also = ""): string {
  return `from ${table}
   where business_id = $1
     and archived_at is null
     and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     ${also}
   order by created_at desc, id desc
   limit $4`;
}

/** Offers something ($2) no more, from an instant ($3) on; `also` may narrow it, from $4 on. */
export function archiving(table: "prepaid_products" | "promotions", also = ""): string {
  return `update ${table}
   set archived_at = $3,
     updated_at = $3
   where business_id = $1
     and id = $2
     and archived_at is null
     ${also}
   returning id`;
}
