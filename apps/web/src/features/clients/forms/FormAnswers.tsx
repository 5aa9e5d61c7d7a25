import { clientsTexts } from "@daybook/i18n/clients";
import { Stack, Text } from "@mantine/core";
import { useFormats, useText } from "../../../base/language.tsx";
import classes from "../clients/ClientPage.module.css";
import type { Form } from "./FormsTab.tsx";

/** Shows the answers and consents of a signed form, initially collapsed. */
export function FormAnswers({ form }: { readonly form: Form }) {
  const t = useText(clientsTexts);
  return (
    <details>
      <summary>{t("formAnswers", { name: form.name })}</summary>
      <Stack gap="xs" mt="xs">
        {form.answers.length + form.consents.length === 0 && <Text size="sm">{t("formNoAnswers")}</Text>}
        <dl className={classes.facts}>
          {form.answers.map(({ field_id, label, type, value }) => (
            <div key={field_id} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd>
                <AnswerValue type={type} value={value} />
              </dd>
            </div>
          ))}
        </dl>
        {form.consents.map(({ text }) => (
          <Text key={text} size="sm">
            {t("formConsent", { text })}
          </Text>
        ))}
      </Stack>
    </details>
  );
}

function AnswerValue({ type, value }: { readonly type: string; readonly value: unknown }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value)) return value.join(", ");
  const text = String(value ?? "");
  // A drawn signature is an image; a typed signature is a name.
  if (type === "signature" && text.startsWith("data:image/")) return <img src={text} alt="" height={64} />;
  return type === "date" ? formats.shortDate(text) : text;
}
