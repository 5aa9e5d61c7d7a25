import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Group, SegmentedControl, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../base/api.ts";
import { useBusiness } from "../../base/business.tsx";
import { useText } from "../../base/language.tsx";
import { pagedQuery } from "../../base/pagedQuery.ts";
import { useScreenSearch } from "../../base/search.ts";
import { EmptyNote } from "../../ui/EmptyNote.tsx";
import list from "../../ui/List.module.css";
import { PagedList } from "../../ui/PagedList.tsx";
import { DeliveryRow } from "./DeliveryRow.tsx";
import { type Endpoint, STATUSES } from "./queries.ts";

const PAGE = 50;
const ALL = "all";
const POLL_MS = 5_000;

/**
 * Lists an endpoint's deliveries, newest first, filtered by the status in the URL. Polls every five seconds while the first
 * page contains a pending delivery.
 */
export function DeliveryList({
  endpoint,
  onSent,
}: {
  readonly endpoint: Endpoint;
  readonly onSent: (note: string) => void;
}) {
  const t = useText(webhooksTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const [openId, setOpenId] = useState<string>();
  const status = STATUSES.find((each) => each === search.status);
  const deliveries = useInfiniteQuery({
    ...pagedQuery([business, "settings", "deliveries", endpoint.id, status], (page) =>
      api.webhooks.listDeliveries({
        path: { business, endpoint: endpoint.id },
        query: {
          limit: PAGE,
          ...(status === undefined ? {} : { status }),
          ...page,
        },
      }),
    ),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some((each) => each.status === "pending") === true ? POLL_MS : false,
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <h2 style={{ margin: 0, fontSize: "1.0625rem" }}>{t("deliveries")}</h2>
        <SegmentedControl
          aria-label={t("deliveries")}
          data={[
            { value: ALL, label: t("filterAll") },
            ...STATUSES.map((value) => ({ value, label: t(value) })),
          ]}
          value={status ?? ALL}
          onChange={(value) => change({ status: value === ALL ? undefined : value }, { replace: true })}
        />
      </Group>
      <PagedList
        pages={deliveries}
        empty={<EmptyNote title={t("noDeliveries")} hint={t("noDeliveriesHint")} />}
      >
        {(items) => (
          <ul className={`surface ${list.list}`}>
            {items.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isOpen={openId === delivery.id}
                onToggle={() => setOpenId(openId === delivery.id ? undefined : delivery.id)}
                onSent={onSent}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}
