import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { Badge, Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import list from "../../../ui/List.module.css";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ApiKeyForm } from "./ApiKeyForm.tsx";
import { type ApiKey, apiKeysQuery, SCOPE_TEXTS } from "./queries.ts";
import { SecretContent } from "./SecretContent.tsx";

/** Lists the API keys of the business. The secret of a new key is shown once, in a dialog. */
export default function ApiKeysPage() {
  const t = useText(apiKeysTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(apiKeysQuery(business));
  const [secret, setSecret] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const close = () => change({ new: undefined });
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
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
      <LoadedList query={query} empty={t("empty")} hint={t("emptyHint")}>
        {(key) => <Row key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />}
      </LoadedList>
      <Dialog
        name="secret"
        title={t("secretTitle")}
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
        isClosable={false}
      >
        <SecretContent secret={secret ?? ""} onDone={() => setSecret(undefined)} />
      </Dialog>
      <ConfirmDialog
        name="revokeApiKey"
        operation="revokeApiKey"
        changes={["settings"]}
        record={revoking}
        title={t("revokeTitle", { name: revoking?.label ?? "" })}
        text={t("revokeHint")}
        action={t("revokeDo")}
        run={({ id }) => api.apiKeys.revoke({ path: { business, key: id } })}
        onClose={() => setRevoking(undefined)}
      />
    </SettingsPage>
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
