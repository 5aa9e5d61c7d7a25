import { businessTexts } from "@daybook/i18n/business";
import { Badge } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ClientFieldForm } from "./ClientFieldForm.tsx";
import { FIELD_TEXTS } from "./clientFields.ts";

/** Lists the client fields in display order. */
export default function ClientFieldsPage() {
  const t = useText(businessTexts);
  const { record } = useBusiness();
  const [search, change] = useScreenSearch();
  const fields = record.client_fields;
  const field = fields.find(({ id }) => id === search.field);
  const close = () => change({ field: undefined });
  return (
    <SettingsPage
      title={t("fieldsTitle")}
      intro={t("fieldsIntro")}
      actions={
        <ActionButton operation="createClientField" onClick={() => change({ field: "new" })}>
          {t("newField")}
        </ActionButton>
      }
      panel={
        (search.field === "new" || field !== undefined) && (
          <SidePanel title={field?.label ?? t("newField")} onClose={close}>
            <ClientFieldForm key={field?.id} {...(field === undefined ? {} : { field })} onDone={close} />
          </SidePanel>
        )
      }
    >
      {fields.length === 0 ? (
        <EmptyNote title={t("noFields")} hint={t("noFieldsHint")} />
      ) : (
        <ul className={`surface ${list.list}`}>
          {fields.map(({ id, label, type, options, required }) => (
            <ListRow
              key={id}
              onOpen={() => change({ field: id })}
              name={
                <>
                  {label}
                  {required && (
                    <Badge variant="default" tt="none">
                      {t("requiredShort")}
                    </Badge>
                  )}
                </>
              }
              about={
                <>
                  <span>{t(FIELD_TEXTS[type])}</span>
                  {options.length > 0 && <span>{options.join(", ")}</span>}
                </>
              }
            />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}
