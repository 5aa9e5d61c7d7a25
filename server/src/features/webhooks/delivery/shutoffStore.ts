import { column, DATABASE_NOW, pick, statement } from "../../../platform/database/index.ts";
import { membershipsView, userNames } from "../../../tables/access.ts";
import { businessSettings } from "../../../tables/business.ts";
import { webhookDeliveries } from "../../../tables/webhooks.ts";

const oneEndpoint = { businessId: column.id, endpointId: column.id };

/**
 * Disables an endpoint that has failed since exactly `$failingSince`. Returns no row if an attempt has succeeded or a user has enabled the
 * endpoint in the meantime.
 */
export const disableEndpoint = statement({
  name: "webhook_shutoff_disable",
  params: { ...oneEndpoint, failingSince: column.instant, aheadMs: column.integer },
  columns: {
    failing_since_text: column.text,
    business_name: column.text,
    locale: column.text,
    time_zone: column.text,
  },
  sql: `with moment as materialized (
          select ${DATABASE_NOW} as now
        ),
        failing as materialized (
          select id, to_char(failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since_text
          from webhook_endpoints
          where business_id = $businessId
            and id = $endpointId
            and status = 'enabled'
            and date_trunc('milliseconds', failing_since) = $failingSince
          for no key update
        )
        update webhook_endpoints as endpoint
        set status = 'disabled', disabled_at = moment.now, updated_at = moment.now
        from failing, moment, ${businessSettings} as business
        where endpoint.business_id = $businessId
          and endpoint.id = failing.id
          and business.id = endpoint.business_id
        returning
          failing.since_text as failing_since_text,
          business.name as business_name, business.locale, business.time_zone`,
});

/** Makes the events of an endpoint wait until a user enables the endpoint. Tests and redeliveries keep their due times. */
export const pauseDeliveries = statement({
  name: "webhook_shutoff_pause",
  params: oneEndpoint,
  sql: `update webhook_deliveries
        set due_at = null
        where business_id = $businessId
          and endpoint_id = $endpointId
          and kind = 'event'
          and due_at is not null`,
});

export const listOwners = statement({
  name: "webhook_shutoff_list_owners",
  params: { businessId: column.id },
  columns: { user_id: column.id, email: column.text },
  sql: `select member.user_id, owner.email
        from ${membershipsView} as member
        join ${userNames} as owner on owner.id = member.user_id
        where member.business_id = $businessId
          and member.role = 'owner'
        order by member.created_at, member.user_id`,
});

/** Makes the oldest failed delivery due again. */
export const retryOldest = statement({
  name: "webhook_shutoff_retry_oldest",
  params: { ...oneEndpoint, aheadMs: column.integer },
  columns: pick(webhookDeliveries.columns, "id"),
  sql: `with moment as materialized (
          select ${DATABASE_NOW} as now
        )
        update webhook_deliveries
        set status = 'pending', due_at = moment.now
        from moment
        where business_id = $businessId
          and id = (
            select id
            from webhook_deliveries
            where business_id = $businessId
              and endpoint_id = $endpointId
              and kind <> 'test'
              and status = 'failed'
            order by created_at, id
            limit 1
          )
        returning id`,
});
