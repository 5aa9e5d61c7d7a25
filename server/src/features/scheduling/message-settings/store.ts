import {
  column,
  list,
  omit,
  pick,
  prefixed,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { userNames } from "../../../tables/access.ts";
import { businessSettings, locationsView, policiesView, servicesView } from "../../../tables/business.ts";
import { messageSettings } from "../../../tables/scheduling.ts";
import type { PolicyTerms } from "../../business/policies/index.ts";

const { columns } = messageSettings;
const settingColumns = omit(columns, "business_id");

export const findSettings = selectWhere("message_settings_find", messageSettings, {
  columns: settingColumns,
  where: { businessId: "business_id" },
});

export const writeSettings = statement({
  name: "message_settings_write",
  params: columns,
  sql: `insert into message_settings (${list(columns)})
        values ($business_id, $messages, $reminder_hours_before, $updated_at)
        on conflict on constraint message_settings_pkey
        do update set messages = excluded.messages, reminder_hours_before = excluded.reminder_hours_before,
          updated_at = excluded.updated_at`,
});

const nullableOf = <T>(of: column.Column<T>) => column.nullable(of);

/** The data of an example e-mail: the business with its first location and service, and the user as the client. */
export const readExample = statement({
  name: "message_settings_example",
  params: { businessId: column.id, userId: column.id },
  columns: {
    ...prefixed(pick(businessSettings.columns, "name"), "business_"),
    ...pick(businessSettings.columns, "locale", "currency", "country"),
    ...prefixed(pick(businessSettings.columns, "time_zone"), "business_"),
    location_name: nullableOf(locationsView.columns.name),
    location_email: locationsView.columns.email,
    phone_e164: locationsView.columns.phone_e164,
    time_zone: nullableOf(locationsView.columns.time_zone),
    address: nullableOf(locationsView.columns.address),
    service_name: nullableOf(servicesView.columns.name),
    total_minor: nullableOf(servicesView.columns.price_amount),
    policy: column.nullable(column.json<PolicyTerms>()),
    ...pick(userNames.columns, "first_name", "last_name", "email"),
  },
  sql: `select
          business.name as business_name,
          business.locale,
          business.currency,
          business.country,
          business.time_zone as business_time_zone,
          location.name as location_name,
          location.email as location_email,
          location.phone_e164,
          location.time_zone,
          location.address,
          service.name as service_name,
          service.price_amount as total_minor,
          (
            select to_jsonb(policy)
            from ${policiesView} as policy
            where policy.business_id = business.id
            order by policy.version desc
            limit 1
          ) as policy,
          person.first_name,
          person.last_name,
          person.email
        from ${businessSettings} as business
        cross join ${userNames} as person
        left join lateral (
          select name, email, phone_e164, time_zone, address
          from ${locationsView} as location
          where location.business_id = business.id
          order by active desc, id
          limit 1
        ) as location on true
        left join lateral (
          select name, price_amount
          from ${servicesView} as service
          where service.business_id = business.id
          order by active desc, position, id
          limit 1
        ) as service on true
        where business.id = $businessId and person.id = $userId`,
});
