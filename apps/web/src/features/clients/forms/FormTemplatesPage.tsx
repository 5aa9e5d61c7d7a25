import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ListRow } from "../../../ui/ListRow.tsx";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { templatesQuery } from "./queries.ts";

/** Lists the form templates in the order in which clients complete the forms. */
export default function FormTemplatesPage() {
  const t = useText(formBuilderTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const query = useQuery(templatesQuery(business));
  const { data: services = [] } = useQuery(servicesQuery(business));
  const nameOf = new Map(services.map(({ id, name }) => [id, name]));
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
      actions={
        <ActionButton
          operation="createFormTemplate"
          onClick={() => void navigate({ to: `/${business}/settings/forms/new` as never })}
        >
          {t("new")}
        </ActionButton>
      }
    >
      <LoadedList query={query} empty={t("empty")} hint={t("emptyHint")}>
        {({ id, name, fields, service_ids, frequency, every_months }) => (
          <ListRow
            key={id}
            to={`/${business}/settings/forms/${id}`}
            name={name}
            about={
              <>
                <span>{t("questions", { count: fields.length })}</span>
                <span>
                  {frequency === "every_months"
                    ? t("everyMonthsCount", { count: every_months ?? 0 })
                    : t(frequency)}
                </span>
                <span>
                  {service_ids.length === 0
                    ? t("allServices")
                    : service_ids.map((service) => nameOf.get(service) ?? "").join(", ")}
                </span>
              </>
            }
          />
        )}
      </LoadedList>
    </SettingsPage>
  );
}
