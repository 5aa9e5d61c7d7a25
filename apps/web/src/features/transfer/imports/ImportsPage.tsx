import { importsTexts } from "@daybook/i18n/imports";
import { SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import list from "../../../ui/List.module.css";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { ImportView } from "./ImportView.tsx";
import { KIND_TEXTS, kindOf } from "./kindTexts.ts";
import { type Import, importsQuery } from "./queries.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { ChooseFile, UploadNote, useFileUpload } from "./UploadFile.tsx";

/** Lists the imports and uploads files. Shows the import in the URL with its columns, preview, progress and result. */
export default function ImportsPage() {
  const [search] = useScreenSearch();
  return search.import === undefined ? <Imports /> : <ImportView key={search.import} id={search.import} />;
}

function Imports() {
  const t = useText(importsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(importsQuery(business));
  const kind = kindOf(search.kind);
  const upload = useFileUpload(kind, ({ id }) => change({ import: id, undone: undefined }));
  return (
    <SettingsPage title={t("title")} actions={<ChooseFile upload={upload} />}>
      <SegmentedControl
        aria-label={t("kind")}
        mb="md"
        data={[
          { value: "clients", label: t("kindClients") },
          { value: "services", label: t("kindServices") },
          { value: "appointments", label: t("kindAppointments") },
        ]}
        value={kind}
        onChange={(value) =>
          change({ kind: value === "clients" ? undefined : value, undone: undefined }, { replace: true })
        }
      />
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t(KIND_TEXTS[kind].intro)}
      </Text>
      {search.undone !== undefined && (
        <Text role="status" mb="md">
          {t("undone")}
        </Text>
      )}
      <UploadNote upload={upload} />
      <LoadedList query={query} empty={t("empty")} hint={t(KIND_TEXTS[kind].emptyHint)}>
        {(each) => (
          <Row key={each.id} one={each} onOpen={() => change({ import: each.id, undone: undefined })} />
        )}
      </LoadedList>
    </SettingsPage>
  );
}

function Row({ one, onOpen }: { readonly one: Import; readonly onOpen: () => void }) {
  const t = useText(importsTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { file_name, kind, row_count, created_at, counts, status } = one;
  return (
    <li>
      <button
        type="button"
        className={list.row}
        style={{ width: "100%", border: 0, background: "none", font: "inherit", textAlign: "left" }}
        onClick={onOpen}
      >
        <span className={list.text}>
          <span className={list.name}>
            <span>{file_name ?? t("unnamed")}</span>
            <StatusBadge status={status} />
          </span>
          <span className={list.about}>
            <span>{text(created_at)}</span>
            <span>{t("rows", { count: row_count })}</span>
            {status === "completed" && (
              <span>{t(KIND_TEXTS[kind].createdCount, { count: counts.created })}</span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}
