import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { TemplateForm } from "./TemplateForm.tsx";

export default function FormTemplatePage() {
  const t = useText(formBuilderTexts);
  const { id: business } = useBusiness();
  const { template: id = "" } = useParams({ strict: false }) as { template?: string };
  const isNew = id === "new";
  const { data, error, refetch } = useQuery({
    queryKey: [business, "forms", "template", id],
    enabled: !isNew,
    // A refetch when the window gets the focus would overwrite the user's input in the open form.
    refetchOnWindowFocus: false,
    queryFn: () => api.formTemplates.get({ path: { business, form_template: id } }),
  });
  const isLoading = !isNew && data === undefined && error === null;
  const showsSkeleton = useDelayed(isLoading, 300);
  return (
    <Page
      title={isNew ? t("new") : (data?.name ?? t("title"))}
      back={<BackLink to="settings/forms">{t("title")}</BackLink>}
    >
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isLoading && showsSkeleton && <Skeleton height={420} />}
      {(isNew || data !== undefined) && (
        <TemplateForm key={data?.updated_at ?? "new"} {...(data === undefined ? {} : { template: data })} />
      )}
    </Page>
  );
}
