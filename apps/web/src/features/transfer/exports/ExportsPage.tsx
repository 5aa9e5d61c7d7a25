import { exportsTexts } from "@daybook/i18n/exports";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { ExportRow } from "./ExportRow.tsx";
import { exportsQuery, isBeingMade } from "./queries.ts";

/** Requests exports of the business, shows their progress and links to their files. */
export default function ExportsPage() {
  const t = useText(exportsTexts);
  const { id: business } = useBusiness();
  const query = useQuery(exportsQuery(business));
  const { data: exports = [] } = query;
  const request = useWrite({
    operation: "createExport",
    changes: ["settings"],
    run: (_: null, { idempotencyKey }) => api.exports.create({ path: { business }, idempotencyKey }),
  });
  return (
    <SettingsPage
      title={t("title")}
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
      <LoadedList query={query} empty={t("empty")} hint={t("emptyHint")}>
        {(each) => <ExportRow key={each.id} one={each} />}
      </LoadedList>
    </SettingsPage>
  );
}
