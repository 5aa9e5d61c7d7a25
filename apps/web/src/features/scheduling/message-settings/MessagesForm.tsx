import { LANGUAGES, type Language, languageOf } from "@daybook/i18n";
import { messagesTexts } from "@daybook/i18n/messages";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { showNotification } from "@mantine/notifications";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { bodyOf, draftOf, hasOwnText, KINDS, type MessageSettings, type MessagesDraft } from "./drafts.ts";
import { MessageList } from "./MessageList.tsx";
import { MessagePreview } from "./MessagePreview.tsx";
import classes from "./Messages.module.css";
import { TextFields } from "./TextFields.tsx";
import { useMessagePreview } from "./useMessagePreview.ts";

const MAX_HOURS = 168;

/** Replaces the settings of all messages. The URL contains the chosen message and language. */
export function MessagesForm({ settings }: { readonly settings: MessageSettings }) {
  const t = useText(messagesTexts);
  const shell = useText(shellTexts);
  const { id: business, record } = useBusiness();
  const [search, changeSearch] = useScreenSearch();
  const kind = KINDS.find((each) => each === search.kind) ?? "booked";
  const language =
    LANGUAGES.find((each) => each === search.language) ?? (languageOf([record.locale]) as Language);
  const form = useForm<MessagesDraft>({
    initialValues: draftOf(settings),
    validate: {
      hours: (hours) =>
        Number.isInteger(hours) && Number(hours) >= 1 && Number(hours) <= MAX_HOURS ? null : t("enterHours"),
    },
  });
  const isSaved = useRef(false);
  const write = useWrite({
    operation: "replaceMessageSettings",
    changes: ["settings"],
    onFields: ({ reminder_hours_before: hours, ...others }) => form.setErrors({ ...others, hours }),
    run: async (draft: MessagesDraft) => {
      const saved = await api.messages.replaceSettings({ path: { business }, body: bodyOf(draft) });
      isSaved.current = true;
      return saved;
    },
  });
  const save = async (draft: MessagesDraft) => {
    if ((await write.send(draft)) === undefined) return;
    form.resetDirty(draft);
    isSaved.current = false;
    showNotification({ message: t("saved"), withBorder: true });
  };
  const draft = form.values;
  const message = draft.messages[kind];
  const preview = useMessagePreview(kind, language, message.texts[language]);
  return (
    <form
      // If the number of hours is invalid, opens the settings of the reminder, which contain the field with the error.
      onSubmit={form.onSubmit(
        (values) => void save(values),
        ({ hours }) => hours && changeSearch({ kind: "reminder" }, { replace: true }),
      )}
      noValidate
    >
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="kind" />
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <div className={classes.columns}>
        <MessageList
          chosen={kind}
          hours={Number(draft.hours)}
          isOn={(each) => draft.messages[each].enabled}
          hasOwnText={(each) => hasOwnText(draft, each)}
          onChoose={(each) => changeSearch({ kind: each, language: search.language }, { replace: true })}
          onSwitch={(each, enabled) => form.setFieldValue(`messages.${each}.enabled`, enabled)}
        />
        <Stack gap="lg" miw={0}>
          <Stack p="md" className="surface">
            <h2 className={classes.heading}>{t(kind)}</h2>
            {!message.enabled && (
              <Text size="sm" role="status">
                {t("isOff")}
              </Text>
            )}
            {kind === "reminder" && (
              <NumberInput
                label={t("hours")}
                description={t("hoursHint")}
                maw={320}
                min={1}
                max={MAX_HOURS}
                allowDecimal={false}
                {...form.getInputProps("hours")}
              />
            )}
            <TextFields
              key={`${kind} ${language}`}
              texts={message.texts[language]}
              language={language}
              hasTextMessage={preview.data?.text_message != null}
              errorOf={(field) => form.errors[`messages.${kind}.texts.${language}.${field}`]}
              onLanguage={(chosen) => changeSearch({ kind, language: chosen }, { replace: true })}
              onChange={(field, text) =>
                form.setFieldValue(`messages.${kind}.texts.${language}.${field}`, text)
              }
            />
            <ProblemNote error={write.error} onRetry={() => void save(draft)} />
            <Group justify="flex-end">
              <ActionButton operation="replaceMessageSettings" type="submit" loading={write.isSending}>
                {shell("save")}
              </ActionButton>
            </Group>
          </Stack>
          <MessagePreview kind={kind} language={language} texts={message.texts[language]} preview={preview} />
        </Stack>
      </div>
    </form>
  );
}
