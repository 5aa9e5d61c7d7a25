import { connectorsTexts } from "@daybook/i18n/connectors";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type ApiKey, SCOPES } from "../api-keys/queries.ts";
import classes from "./ConnectorsPage.module.css";
import type { Platform } from "./platforms.ts";

/** Shows a platform's purpose, its connection steps and its key. `onCreated` receives the secret of a new key. */
export function ConnectorCard({
  platform,
  keys = [],
  subscriptions = 0,
  onCreated,
}: {
  readonly platform: Platform;
  readonly keys: readonly ApiKey[] | undefined;
  readonly subscriptions: number | undefined;
  readonly onCreated: (key: string) => void;
}) {
  const t = useText(connectorsTexts);
  const { id: business } = useBusiness();
  const name = t(platform);
  const write = useWrite({
    operation: "createApiKey",
    changes: ["settings"],
    run: (label: string, { idempotencyKey }) =>
      api.apiKeys.create({ path: { business }, body: { label, scopes: [...SCOPES] }, idempotencyKey }),
  });
  const create = async () => {
    const created = await write.send(name);
    if (created !== undefined) onCreated(created.key ?? "");
  };
  const hasKey = keys.length > 0;
  return (
    <section className={`surface ${classes.card}`} aria-labelledby={`connector-${platform}`}>
      <h2 id={`connector-${platform}`}>{name}</h2>
      <p className={classes.about}>{t(`${platform}About`)}</p>
      <ol className={classes.steps}>
        <li>{t(`${platform}Install`)}</li>
        <li>{t("createKey")}</li>
        <li>{platform === "mcp" ? t("mcpConnect") : t("connect", { platform: name })}</li>
      </ol>
      <a className={classes.guide} href={`/docs/guides/${platform}`} target="_blank" rel="noopener">
        {t("guide", { platform: name })}
      </a>
      {hasKey && <Usage keys={keys} subscriptions={subscriptions} />}
      <ProblemNote error={write.error} onRetry={() => void create()} />
      <ActionButton
        operation="createApiKey"
        variant={hasKey ? "default" : "light"}
        loading={write.isSending}
        onClick={() => void create()}
      >
        {hasKey ? t("createAnother") : t("create", { platform: name })}
      </ActionButton>
    </section>
  );
}

/** Shows a platform's key count, subscription count and the time of its last request. */
function Usage({
  keys,
  subscriptions,
}: {
  readonly keys: readonly ApiKey[];
  readonly subscriptions: number;
}) {
  const t = useText(connectorsTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const latest = keys
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
  return (
    <p className={classes.usage}>
      <span>{t("keys", { count: keys.length })}</span>
      <span>{latest === undefined ? t("neverUsed") : t("lastUsed", { when: text(latest) })}</span>
      {subscriptions > 0 && <span>{t("subscriptions", { count: subscriptions })}</span>}
    </p>
  );
}
