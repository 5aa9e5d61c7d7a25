import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import classes from "./FormBuilder.module.css";
import { bodyOf, hasOptions, type TemplateDraft } from "./templateDraft.ts";

/** The pause in typing, in milliseconds, after which the preview is requested again. */
const PAUSE_MS = 400;

/** Shows the form as the server renders it for clients, including unsaved changes. */
export function TemplatePreview({ draft }: { readonly draft: TemplateDraft }) {
  const t = useText(formBuilderTexts);
  const { id: business } = useBusiness();
  const [body] = useDebouncedValue(JSON.stringify(previewBody(draft, t("untitled"), t("noLabel"))), PAUSE_MS);
  const { data } = useQuery({
    queryKey: [business, "forms", "preview", body],
    placeholderData: keepPreviousData,
    queryFn: () => api.formTemplates.preview({ path: { business }, body: JSON.parse(body) }),
  });
  return (
    <section aria-labelledby="form-preview" className={classes.preview}>
      <Text id="form-preview" component="h2" fw={650}>
        {t("preview")}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t("previewHint")}
      </Text>
      <iframe
        title={t("preview")}
        sandbox=""
        srcDoc={data?.html ?? ""}
        className={`surface ${classes.frame}`}
      />
    </section>
  );
}

/** Returns the form with placeholders instead of empty texts, because the server rejects empty texts. */
function previewBody(draft: TemplateDraft, untitled: string, noLabel: string) {
  const { name, fields } = bodyOf(draft);
  return {
    name: name || untitled,
    fields: fields.map((field) => ({
      ...field,
      label: field.label || noLabel,
      options: hasOptions(field.type) && field.options.length === 0 ? ["…"] : field.options,
    })),
  };
}
