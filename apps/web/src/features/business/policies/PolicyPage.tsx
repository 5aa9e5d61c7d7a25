import { policiesTexts } from "@daybook/i18n/policies";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import list from "../../../ui/List.module.css";
import { Loading } from "../../../ui/Loading.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { PolicyForm } from "./PolicyForm.tsx";

const VERSIONS = 20;

/** Shows the booking policy and lists its earlier versions. Saving creates a new version. */
export default function PolicyPage() {
  const t = useText(policiesTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const query = useQuery({
    queryKey: [business, "settings", "policies"],
    // A refetch when the window gets the focus would overwrite the user's input in the open form. If another user has changed
    // the policy, saving shows an error.
    refetchOnWindowFocus: false,
    queryFn: async () =>
      (await api.policies.listVersions({ path: { business }, query: { limit: VERSIONS } })).items,
  });
  const { data } = query;
  const [policy, ...earlier] = data ?? [];
  return (
    <SettingsPage title={t("title")}>
      <Loading query={query} height={320} />
      {data !== undefined && (
        <Stack gap="lg" maw={720}>
          <Text size="sm" c="dimmed">
            {policy === undefined
              ? t("none")
              : `${t("current", { number: policy.version, when: text(policy.created_at) })} · ${t("intro")}`}
          </Text>
          <PolicyForm
            key={policy?.version ?? 0}
            policy={policy ?? null}
            onReload={() => void query.refetch()}
          />
          {earlier.length > 0 && (
            <section aria-labelledby="versions">
              <h2 id="versions" style={{ fontSize: "1.0625rem", margin: "0 0 10px" }}>
                {t("versions")}
              </h2>
              <ul className={`surface ${list.list}`}>
                {earlier.map(({ id, version, created_at, cancellation_text }) => (
                  <li key={id} className={list.row}>
                    <div className={list.text}>
                      <div>{t("current", { number: version, when: text(created_at) })}</div>
                      {cancellation_text !== null && (
                        <Text size="sm" c="dimmed" lineClamp={2}>
                          {cancellation_text}
                        </Text>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </Stack>
      )}
    </SettingsPage>
  );
}
