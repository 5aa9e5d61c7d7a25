import { policiesTexts } from "@daybook/i18n/policies";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { PolicyForm } from "./PolicyForm.tsx";

const VERSIONS = 20;

/** Shows the booking policy and lists its earlier versions. Saving creates a new version. */
export default function PolicyPage() {
  const t = useText(policiesTexts);
  const settings = useText(settingsTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [business, "settings", "policies"],
    // Does not refetch while the form is open, because this would overwrite the user's input. If another user has changed the
    // policy, saving shows an error.
    refetchOnWindowFocus: false,
    queryFn: async () =>
      (await api.policies.listVersions({ path: { business }, query: { limit: VERSIONS } })).items,
  });
  const showsSkeleton = useDelayed(isPending, 300);
  const [policy, ...earlier] = data ?? [];
  return (
    <Page title={t("title")} back={<BackLink to="settings">{settings("back")}</BackLink>}>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={320} />}
      {data !== undefined && (
        <Stack gap="lg" maw={720}>
          <Text size="sm" c="dimmed">
            {policy === undefined
              ? t("none")
              : `${t("current", { number: policy.version, when: text(policy.created_at) })} · ${t("intro")}`}
          </Text>
          <PolicyForm key={policy?.version ?? 0} policy={policy ?? null} onReload={() => void refetch()} />
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
    </Page>
  );
}
