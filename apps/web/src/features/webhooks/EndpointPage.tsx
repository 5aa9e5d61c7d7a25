import { settingsTexts } from "@daybook/i18n/settings";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Alert, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../base/api.ts";
import { useBusiness } from "../../base/business.tsx";
import { useText } from "../../base/language.tsx";
import { useScreenSearch } from "../../base/search.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { BackLink } from "../../ui/BackLink.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyNote } from "../../ui/EmptyNote.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Page } from "../../ui/Page.tsx";
import { ProblemNote } from "../../ui/ProblemNote.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { useWrite } from "../../ui/useWrite.ts";
import { DeliveryList } from "./DeliveryList.tsx";
import { EndpointForm } from "./EndpointForm.tsx";
import { EndpointBadge } from "./EndpointsPage.tsx";
import { type Endpoint, endpointsQuery } from "./queries.ts";
import { SecretContent } from "./SecretContent.tsx";

/** Shows a webhook endpoint: its status, actions and deliveries. */
export default function EndpointPage() {
  const t = useText(webhooksTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const { endpoint: id = "" } = useParams({ strict: false }) as { endpoint?: string };
  const query = useQuery(endpointsQuery(business));
  const { data: endpoints } = query;
  const endpoint = endpoints?.find((each) => each.id === id);
  if (endpoint !== undefined) return <Details endpoint={endpoint} />;
  return (
    <Page title={t("title")} back={<BackLink to="settings/webhooks">{t("back")}</BackLink>}>
      <Loading query={query} height={240} />
      {endpoints !== undefined && <EmptyNote title={t("empty")} hint={settings("webhooksHint")} />}
    </Page>
  );
}

function Details({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useText(webhooksTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<"rotate" | "remove">();
  const [secret, setSecret] = useState<string>();
  const [note, setNote] = useState<string>();
  const path = { business, endpoint: endpoint.id };
  const changes = ["settings"] as const;
  const test = useWrite({
    operation: "testWebhookEndpoint",
    changes,
    run: (_: string, sent) => api.webhooks.testEndpoint({ path, ...sent }),
  });
  const enable = useWrite({
    operation: "enableWebhookEndpoint",
    changes,
    run: (_: string, sent) => api.webhooks.enableEndpoint({ path, ...sent }),
  });
  const disable = useWrite({
    operation: "disableWebhookEndpoint",
    changes,
    run: (_: string, sent) => api.webhooks.disableEndpoint({ path, ...sent }),
  });
  const sendTest = async () => {
    setNote(undefined);
    if ((await test.send(endpoint.id)) !== undefined) setNote(t("testSent"));
  };
  return (
    <Page
      title={endpoint.url}
      back={<BackLink to="settings/webhooks">{t("back")}</BackLink>}
      actions={
        <>
          <ActionButton
            operation="updateWebhookEndpoint"
            variant="default"
            onClick={() => change({ edit: "1" })}
          >
            {t("edit")}
          </ActionButton>
          <ActionButton operation="rotateWebhookSecret" variant="default" onClick={() => setAsks("rotate")}>
            {t("rotate")}
          </ActionButton>
          {endpoint.status === "enabled" && (
            <ActionButton
              operation="disableWebhookEndpoint"
              variant="default"
              loading={disable.isSending}
              onClick={() => void disable.send(endpoint.id)}
            >
              {t("disable")}
            </ActionButton>
          )}
          <ActionButton
            operation="deleteWebhookEndpoint"
            variant="default"
            c="red"
            onClick={() => setAsks("remove")}
          >
            {t("remove")}
          </ActionButton>
          <ActionButton
            operation="testWebhookEndpoint"
            loading={test.isSending}
            onClick={() => void sendTest()}
          >
            {t("sendTest")}
          </ActionButton>
        </>
      }
      panel={
        search.edit !== undefined && (
          <SidePanel title={t("edit")} onClose={() => change({ edit: undefined })}>
            <EndpointForm endpoint={endpoint} keeps="edit" onDone={() => change({ edit: undefined })} />
          </SidePanel>
        )
      }
    >
      <Stack>
        <Group gap="xs">
          <EndpointBadge endpoint={endpoint} />
          <Text size="sm" c="dimmed">
            {endpoint.events.join(", ")}
          </Text>
        </Group>
        {endpoint.status === "disabled" && (
          <Alert color="red" variant="light">
            <Group justify="space-between">
              <Text size="sm">{t("disabledHint")}</Text>
              <ActionButton
                operation="enableWebhookEndpoint"
                loading={enable.isSending}
                onClick={() => void enable.send(endpoint.id)}
              >
                {t("enable")}
              </ActionButton>
            </Group>
          </Alert>
        )}
        <ProblemNote error={test.error ?? enable.error ?? disable.error} />
        <Text size="sm" role="status">
          {note}
        </Text>
        <DeliveryList endpoint={endpoint} onSent={setNote} />
      </Stack>
      <ConfirmDialog
        name="rotateSecret"
        operation="rotateWebhookSecret"
        changes={changes}
        record={asks === "rotate" ? endpoint.id : undefined}
        title={t("rotateTitle")}
        text={t("rotateHint")}
        action={t("rotateDo")}
        run={async (_, sent) => setSecret((await api.webhooks.rotateSecret({ path, ...sent })).secret ?? "")}
        onClose={() => setAsks(undefined)}
      />
      <ConfirmDialog
        name="deleteWebhook"
        operation="deleteWebhookEndpoint"
        changes={changes}
        record={asks === "remove" ? endpoint.id : undefined}
        title={t("removeTitle")}
        text={t("removeHint", { url: endpoint.url })}
        action={t("removeDo")}
        run={() => api.webhooks.deleteEndpoint({ path })}
        onClose={() => setAsks(undefined)}
        onDone={() => void navigate({ to: `/${business}/settings/webhooks` as never })}
      />
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
