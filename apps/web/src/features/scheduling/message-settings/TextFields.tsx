import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@daybook/i18n";
import { messagesTexts } from "@daybook/i18n/messages";
import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useText } from "../../../base/language.tsx";
import { PLACEHOLDERS, TEXT_FIELDS, type TextField, type TextsDraft } from "./drafts.ts";

const MAX_LENGTHS: Readonly<Record<TextField, number>> = {
  subject: 150,
  introduction: 2000,
  closing: 2000,
  text_message: 300,
};

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Edits the texts of a message in a language. The placeholder buttons insert a placeholder at the cursor of the last focused field. */
export function TextFields({
  texts,
  language,
  hasTextMessage,
  errorOf,
  onLanguage,
  onChange,
}: {
  readonly texts: TextsDraft;
  readonly language: Language;
  /** Whether clients without an e-mail address get a text message instead. */
  readonly hasTextMessage: boolean;
  readonly errorOf: (field: TextField) => ReactNode;
  readonly onLanguage: (language: Language) => void;
  readonly onChange: (field: TextField, text: string) => void;
}) {
  const t = useText(messagesTexts);
  const inputs = useRef<Partial<Record<TextField, Input | null>>>({});
  const lastUsed = useRef<TextField>("introduction");
  const insert = (placeholder: string) => {
    const field = lastUsed.current;
    const input = inputs.current[field];
    const text = texts[field];
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    onChange(field, `${text.slice(0, from)}{${placeholder}}${text.slice(to)}`);
    input?.focus();
  };
  const propsOf = (field: TextField) => ({
    label: t(field),
    placeholder: t(field === "closing" ? "nothing" : "standard"),
    maxLength: MAX_LENGTHS[field],
    ...(field === "text_message" ? { description: t("textMessageHint") } : {}),
    value: texts[field],
    error: errorOf(field),
    ref: (input: Input | null) => {
      inputs.current[field] = input;
    },
    onFocus: () => {
      lastUsed.current = field;
    },
    onChange: (event: { readonly currentTarget: Input }) => onChange(field, event.currentTarget.value),
  });
  return (
    <Stack gap="sm">
      <div>
        <SegmentedControl
          aria-label={t("language")}
          fullWidth
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(chosen) => onLanguage(chosen as Language)}
        />
        <Text size="xs" c="dimmed" mt={6}>
          {t("languageHint")}
        </Text>
      </div>
      {TEXT_FIELDS.filter((field) => hasTextMessage || field !== "text_message").map((field) =>
        field === "subject" ? (
          <TextInput key={field} {...propsOf(field)} />
        ) : (
          <Textarea key={field} autosize minRows={2} maxRows={10} {...propsOf(field)} />
        ),
      )}
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          {t("placeholders")}
        </Text>
        {PLACEHOLDERS.map((placeholder) => (
          <Button key={placeholder} variant="default" size="compact-xs" onClick={() => insert(placeholder)}>
            {t(placeholder)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
