import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../base/business.tsx";
import { useInstantText } from "../../base/instants.ts";
import { useText } from "../../base/language.tsx";
import { useScreenSearch } from "../../base/search.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { LoadedList } from "../../ui/LoadedList.tsx";
import { SettingsPage } from "../../ui/SettingsPage.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { EndpointForm } from "./EndpointForm.tsx";
import { type Endpoint, endpointsQuery } from "./queries.ts";
import { SecretContent } from "./SecretContent.tsx";

/** Lists the webhook endpoints of the business, each with a link to its deliveries. */
export default function EndpointsPage() {
  const t = useText(webhooksTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(endpointsQuery(business));
  const [secret, setSecret] = useState<string>();
  const close = () => change({ new: undefined });
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
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
      <LoadedList query={query} empty={t("empty")} hint={t("emptyHint")}>
        {(endpoint) => <Row key={endpoint.id} endpoint={endpoint} />}
      </LoadedList>
      <Dialog
        name="webhookSecret"
        title={t("secretTitle")}
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
        isClosable={false}
      >
        <SecretContent secret={secret ?? ""} onDone={() => setSecret(undefined)} />
      </Dialog>
    </SettingsPage>
  );
}

function Row({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useText(webhooksTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { id, url, events, last_success_at } = endpoint;
  return (
    <ListRow
      to={`/${business}/settings/webhooks/${id}`}
      name={
        <>
          {url}
          <EndpointBadge endpoint={endpoint} />
        </>
      }
      about={
        <>
          <span>{t("eventCount", { count: events.length })}</span>
          <span>
            {last_success_at === null ? t("neverSent") : t("lastSuccess", { when: text(last_success_at) })}
          </span>
        </>
      }
    />
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
