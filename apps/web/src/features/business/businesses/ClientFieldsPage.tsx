import { businessTexts } from "@daybook/i18n/business";
import { settingsTexts } from "@daybook/i18n/settings";
import { Badge, Text, UnstyledButton } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ClientFieldForm } from "./ClientFieldForm.tsx";
import { FIELD_TEXTS } from "./clientFields.ts";

/** Lists the client fields in display order. */
export default function ClientFieldsPage() {
  const t = useText(businessTexts);
  const settings = useText(settingsTexts);
  const { record } = useBusiness();
  const [search, change] = useScreenSearch();
  const fields = record.client_fields;
  const field = fields.find(({ id }) => id === search.field);
  const close = () => change({ field: undefined });
  return (
    <Page
      title={t("fieldsTitle")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
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
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("fieldsIntro")}
      </Text>
      {fields.length === 0 ? (
        <EmptyNote title={t("noFields")} hint={t("noFieldsHint")} />
      ) : (
        <ul className={`surface ${list.list}`}>
          {fields.map(({ id, label, type, options, required }) => (
            <li key={id}>
              <UnstyledButton className={list.row} w="100%" onClick={() => change({ field: id })}>
                <span className={list.text}>
                  <span className={list.name}>
                    {label}
                    {required && (
                      <Badge variant="default" tt="none">
                        {t("requiredShort")}
                      </Badge>
                    )}
                  </span>
                  <span className={list.about}>
                    <span>{t(FIELD_TEXTS[type])}</span>
                    {options.length > 0 && <span>{options.join(", ")}</span>}
                  </span>
                </span>
                <Icon name="right" size={18} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
