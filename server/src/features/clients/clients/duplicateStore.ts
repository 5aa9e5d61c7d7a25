import { column, list, statement } from "../../../platform/database/index.ts";
import { clientColumns } from "./store.ts";

export const duplicateColumns = {
  ...clientColumns,
  same_phone: column.flag,
  same_email: column.flag,
  same_name: column.flag,
};

/**
 * The clients who share the phone number, the e-mail address or the full name of the given client, most matches first. Each condition uses
 * an index. A first name alone is no match, because many clients have the same first name.
 */
export const findDuplicates = statement({
  name: "clients_find_duplicates",
  params: { businessId: column.id, clientId: column.id, limit: column.integer },
  columns: duplicateColumns,
  sql: `with this as materialized (
          select id, phone_e164, lower(email) as email, last_name_sort, first_name_sort
          from clients
          where business_id = $businessId
            and id = $clientId
            and deleted_at is null
        ),
        found as (
          (
            select other.id, 'phone' as reason
            from this
            join clients as other on other.business_id = $businessId and other.phone_e164 = this.phone_e164
            where other.deleted_at is null
              and other.id <> this.id
            order by other.id
            limit $limit
          )
          union all
          (
            select other.id, 'email' as reason
            from this
            join clients as other on other.business_id = $businessId and lower(other.email) = this.email
            where other.deleted_at is null
              and other.email is not null
              and other.id <> this.id
            order by other.id
            limit $limit
          )
          union all
          (
            select other.id, 'name' as reason
            from this
            join clients as other
              on other.business_id = $businessId
              and other.last_name_sort = this.last_name_sort
              and other.first_name_sort = this.first_name_sort
            where this.last_name_sort <> ''
              and other.deleted_at is null
              and other.id <> this.id
            order by other.id
            limit $limit
          )
        ),
        reasons as (
          select id, bool_or(reason = 'phone') as same_phone, bool_or(reason = 'email') as same_email,
            bool_or(reason = 'name') as same_name, count(*) as matches
          from found
          group by id
        )
        select ${list(clientColumns, "other")}, same_phone, same_email, same_name
        from reasons
        join clients as other on other.business_id = $businessId and other.id = reasons.id
        order by matches desc, other.id
        limit $limit`,
});
