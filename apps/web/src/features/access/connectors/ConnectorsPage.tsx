import { connectorsTexts } from "@daybook/i18n/connectors";
import { settingsTexts } from "@daybook/i18n/settings";
import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { endpointsQuery } from "../../webhooks/queries.ts";
import { apiKeysQuery } from "../api-keys/queries.ts";
import { ConnectionContent } from "./ConnectionContent.tsx";
import { ConnectorCard } from "./ConnectorCard.tsx";
import classes from "./ConnectorsPage.module.css";
import { addressFor, PLATFORMS, type Platform } from "./platforms.ts";

/**
 * Lists AI assistants and the automation platforms with a connector. One click creates a platform's key, which is shown once.
 */
export default function ConnectorsPage() {
  const t = useText(connectorsTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const { data: keys, error, refetch } = useQuery(apiKeysQuery(business));
  const { data: endpoints } = useQuery(endpointsQuery(business));
  const [created, setCreated] = useState<{ platform: Platform; key: string }>();
  const close = () => setCreated(undefined);
  return (
    <SettingsPage title={t("title")}>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      {window.location.protocol !== "https:" && (
        <Alert color="yellow" variant="light" mb="md" maw={640}>
          {t("needsHttps", { address: window.location.origin })}
        </Alert>
      )}
      <ProblemNote error={error} onRetry={() => void refetch()} />
      <ul className={classes.grid}>
        {PLATFORMS.map((platform) => (
          <li key={platform}>
            <ConnectorCard
              platform={platform}
              keys={keys?.filter(({ label }) => label === t(platform))}
              subscriptions={endpoints?.filter(({ source }) => source === platform).length}
              onCreated={(key) => setCreated({ platform, key })}
            />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="md">
        {t("manage", { keys: settings("apiKeys"), webhooks: settings("webhooks") })}
      </Text>
      <Dialog
        name="connection"
        title={t("keyTitle", { platform: t(created?.platform ?? "zapier") })}
        isOpen={created !== undefined}
        onClose={close}
        isClosable={false}
      >
        <ConnectionContent
          address={addressFor(created?.platform ?? "zapier")}
          apiKey={created?.key ?? ""}
          onDone={close}
        />
      </Dialog>
    </SettingsPage>
  );
}
