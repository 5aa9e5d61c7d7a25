import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { settingsTexts } from "@daybook/i18n/settings";
import { Badge, Code, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Confirmation } from "../../../ui/Confirmation.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { ApiKeyForm } from "./ApiKeyForm.tsx";
import { type ApiKey, apiKeysQuery, SCOPE_TEXTS } from "./queries.ts";
import { SecretContent } from "./SecretContent.tsx";

/** Lists the API keys of the business. The secret of a new key is shown once, in a dialog. */
export default function ApiKeysPage() {
  const t = useText(apiKeysTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: keys = [], isPending, error, refetch } = useQuery(apiKeysQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const [secret, setSecret] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const revoke = useWrite({
    operation: "revokeApiKey",
    changes: ["settings"],
    run: (key: string) => api.apiKeys.revoke({ path: { business, key } }),
  });
  const close = () => change({ new: undefined });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton operation="createApiKey" onClick={() => change({ new: "1" })}>
          {t("newKey")}
        </ActionButton>
      }
      panel={
        search.new !== undefined && (
          <SidePanel title={t("newKey")} onClose={close}>
            <ApiKeyForm
              onDone={(key) => {
                setSecret(key);
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
      {!isPending && error === null && keys.length === 0 && (
        <EmptyNote title={t("empty")} hint={t("emptyHint")} />
      )}
      {keys.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {keys.map((key) => (
            <Row key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      <Dialog
        name="secret"
        title={t("secretTitle")}
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
        isClosable={false}
      >
        <SecretContent secret={secret ?? ""} onDone={() => setSecret(undefined)} />
      </Dialog>
      <Dialog
        name="revokeApiKey"
        title={t("revokeTitle", { name: revoking?.label ?? "" })}
        size="sm"
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
      >
        {revoking !== undefined && (
          <Confirmation
            operation="revokeApiKey"
            text={t("revokeHint")}
            action={t("revokeDo")}
            isSending={revoke.isSending}
            error={revoke.error}
            onClose={() => setRevoking(undefined)}
            onConfirm={() =>
              void revoke.send(revoking.id).then((done) => done !== undefined && setRevoking(undefined))
            }
          />
        )}
      </Dialog>
    </Page>
  );
}

function Row({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const t = useText(apiKeysTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { label, prefix, scopes, created_at, last_used_at } = apiKey;
  return (
    <li className={`${list.row} ${list.wraps}`}>
      <div className={list.text}>
        <div className={list.name}>
          <span>{label}</span>
          {prefix !== null && <Code>{`${prefix}…`}</Code>}
        </div>
        <div className={list.tags}>
          {scopes.map((scope) => (
            <Badge key={scope} variant="default" tt="none" title={t(SCOPE_TEXTS[scope])}>
              {scope}
            </Badge>
          ))}
        </div>
        <div className={list.about}>
          <span>{t("created", { when: text(created_at) })}</span>
          <span>{last_used_at === null ? t("neverUsed") : t("lastUsed", { when: text(last_used_at) })}</span>
        </div>
      </div>
      <ActionButton operation="revokeApiKey" variant="subtle" color="red" onClick={onRevoke}>
        {t("revoke")}
      </ActionButton>
    </li>
  );
}
