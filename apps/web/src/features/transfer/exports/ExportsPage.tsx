import { exportsTexts } from "@daybook/i18n/exports";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { ExportRow } from "./ExportRow.tsx";
import { exportsQuery, isBeingMade } from "./queries.ts";

/** Requests exports of the business, shows their progress and links to their files. */
export default function ExportsPage() {
  const t = useText(exportsTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const { data: exports = [], isPending, error, refetch } = useQuery(exportsQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const request = useWrite({
    operation: "createExport",
    changes: ["settings"],
    run: (_: null, { idempotencyKey }) => api.exports.create({ path: { business }, idempotencyKey }),
  });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton
          operation="createExport"
          loading={request.isSending}
          reason={exports.some(isBeingMade) ? t("isBeingMade") : undefined}
          onClick={() => void request.send(null)}
        >
          {t("create")}
        </ActionButton>
      }
    >
      <Text size="sm" c="dimmed" mb="xs" maw={640}>
        {t("intro")}
      </Text>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("leftOut")}
      </Text>
      <ProblemNote error={request.error} />
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {!isPending && error === null && exports.length === 0 && (
        <EmptyNote title={t("empty")} hint={t("emptyHint")} />
      )}
      {exports.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {exports.map((each) => (
            <ExportRow key={each.id} one={each} />
          ))}
        </ul>
      )}
    </Page>
  );
}
