import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { servicesQuery } from "../../business/services/queries.ts";
import { templatesQuery } from "./queries.ts";

/** Lists the form templates in the order in which clients complete the forms. */
export default function FormTemplatesPage() {
  const t = useText(formBuilderTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const { data = [], isPending, error, refetch } = useQuery(templatesQuery(business));
  const { data: services = [] } = useQuery(servicesQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const nameOf = new Map(services.map(({ id, name }) => [id, name]));
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton
          operation="createFormTemplate"
          onClick={() => void navigate({ to: `/${business}/settings/forms/new` as never })}
        >
          {t("new")}
        </ActionButton>
      }
    >
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {!isPending && error === null && data.length === 0 && (
        <EmptyNote title={t("empty")} hint={t("emptyHint")} />
      )}
      {data.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {data.map(({ id, name, fields, service_ids, frequency, every_months }) => (
            <li key={id}>
              <Link to={`/${business}/settings/forms/${id}` as never} className={list.row}>
                <span className={list.text}>
                  <span className={list.name}>{name}</span>
                  <span className={list.about}>
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
                  </span>
                </span>
                <Icon name="right" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
