import { settingsTexts } from "@daybook/i18n/settings";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Badge, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../base/business.tsx";
import { useInstantText } from "../../base/instants.ts";
import { useText } from "../../base/language.tsx";
import { useScreenSearch } from "../../base/search.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { BackLink } from "../../ui/BackLink.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyNote } from "../../ui/EmptyNote.tsx";
import { Icon } from "../../ui/Icon.tsx";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page.tsx";
import { ProblemNote } from "../../ui/ProblemNote.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { useDelayed } from "../../ui/useDelayed.ts";
import { EndpointForm } from "./EndpointForm.tsx";
import { type Endpoint, endpointsQuery } from "./queries.ts";
import { SecretContent } from "./SecretContent.tsx";

/** Lists the webhook endpoints of the business, each with a link to its deliveries. */
export default function EndpointsPage() {
  const t = useText(webhooksTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: endpoints = [], isPending, error, refetch } = useQuery(endpointsQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const [secret, setSecret] = useState<string>();
  const close = () => change({ new: undefined });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton operation="createWebhookEndpoint" onClick={() => change({ new: "1" })}>
          {t("newEndpoint")}
        </ActionButton>
      }
      panel={
        search.new !== undefined && (
          <SidePanel title={t("newEndpoint")} onClose={close}>
            <EndpointForm
              keeps="new"
              onDone={(made) => {
                setSecret(made);
                close();
              }}
            />
          </SidePanel>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {!isPending && error === null && endpoints.length === 0 && (
        <EmptyNote title={t("empty")} hint={t("emptyHint")} />
      )}
      {endpoints.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {endpoints.map((endpoint) => (
            <Row key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      <Dialog
        name="webhookSecret"
        title={t("secretTitle")}
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
        isClosable={false}
      >
        <SecretContent secret={secret ?? ""} onDone={() => setSecret(undefined)} />
      </Dialog>
    </Page>
  );
}

function Row({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useText(webhooksTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { id, url, events, last_success_at } = endpoint;
  return (
    <li>
      <Link to={`/${business}/settings/webhooks/${id}` as never} className={list.row}>
        <span className={list.text}>
          <span className={list.name}>
            {url}
            <EndpointBadge endpoint={endpoint} />
          </span>
          <span className={list.about}>
            <span>{t("eventCount", { count: events.length })}</span>
            <span>
              {last_success_at === null ? t("neverSent") : t("lastSuccess", { when: text(last_success_at) })}
            </span>
          </span>
        </span>
        <Icon name="right" size={18} />
      </Link>
    </li>
  );
}

/** Shows whether an endpoint is enabled, and since when its deliveries have failed. */
export function EndpointBadge({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useText(webhooksTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  if (endpoint.status === "disabled")
    return (
      <Badge variant="light" color="red" tt="none">
        {t("disabled")}
      </Badge>
    );
  if (endpoint.failing_since !== null)
    return (
      <Badge variant="light" color="red" tt="none">
        {t("failing", { when: text(endpoint.failing_since) })}
      </Badge>
    );
  return (
    <Badge variant="default" tt="none">
      {t("enabled")}
    </Badge>
  );
}
