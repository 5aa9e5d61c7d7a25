import { importsTexts } from "@daybook/i18n/imports";
import { Group, Text, Title } from "@mantine/core";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { Counts } from "./Counts.tsx";
import { KIND_TEXTS } from "./kindTexts.ts";
import type { Import } from "./queries.ts";
import { RowsTable } from "./RowsTable.tsx";

/** Shows whether each row creates or matches a record, and the button that imports the rows. */
export function Preview({ one }: { readonly one: Import }) {
  const t = useText(importsTexts);
  const { id: business } = useBusiness();
  const texts = KIND_TEXTS[one.kind];
  const run = useWrite({
    operation: "runImport",
    changes: ["settings"],
    run: (id: string, { idempotencyKey }) =>
      api.post("/businesses/{business}/imports/{import}/run", {
        path: { business, import: id },
        idempotencyKey,
      }),
  });
  const start = () => void run.send(one.id);
  return (
    <section aria-labelledby="import-preview">
      <Title order={2} size="h4" mb="sm" id="import-preview">
        {t("preview")}
      </Title>
      <Counts one={one} />
      <ProblemNote error={run.error} onRetry={start} />
      <Group mb="lg">
        {one.counts.created > 0 && (
          <ActionButton operation="runImport" loading={run.isSending} onClick={start}>
            {t(texts.run, { count: one.counts.created })}
          </ActionButton>
        )}
        <Text size="sm" c="dimmed">
          {t(one.counts.created > 0 ? texts.runHint : texts.nothingNew)}
        </Text>
      </Group>
      <RowsTable one={one} />
    </section>
  );
}
