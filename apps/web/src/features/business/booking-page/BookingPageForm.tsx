import { LANGUAGE_NAMES, LANGUAGES, type Language, languageOf } from "@daybook/i18n";
import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { shellTexts } from "@daybook/i18n/shell";
import { contrastOf } from "@daybook/tokens";
import { ColorInput, Group, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { showNotification } from "@mantine/notifications";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { useRefreshBusiness } from "../../../base/useRefreshBusiness.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { AskedFields } from "./AskedFields.tsx";
import classes from "./BookingPage.module.css";
import {
  type BookingPage,
  type BookingPageDraft,
  bodyOf,
  draftOf,
  originsOf,
  TEXT_FIELDS,
} from "./drafts.ts";
import { LogoField } from "./LogoField.tsx";

const COLOR = /^#[0-9a-f]{6}$/i;
/** The API's minimum contrast ratio between the accent colour and white. */
const MIN_CONTRAST = 3;
const SWATCHES = ["#0f766e", "#1d4ed8", "#6d28d9", "#be185d", "#b91c1c", "#b45309", "#4d7c0f", "#334155"];

export function BookingPageForm({ page }: { readonly page: BookingPage }) {
  const t = useText(bookingPageTexts);
  const shell = useText(shellTexts);
  const { id: business, record } = useBusiness();
  const [search, changeSearch] = useScreenSearch();
  const language = LANGUAGES.find((each) => each === search.language) ?? languageOf([record.locale]);
  const fieldIds = record.client_fields.map(({ id }) => id);
  const isOrigin = (origin: string) => /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(origin);
  const form = useForm<BookingPageDraft>({
    initialValues: draftOf(page, fieldIds),
    validate: {
      accent: (accent) => {
        if (!COLOR.test(accent)) return t("accentFormat");
        return contrastOf(accent, "#ffffff") < MIN_CONTRAST ? t("accentWeak") : null;
      },
      origins: (text) => {
        const refused = originsOf(text).find((origin) => !isOrigin(origin));
        return refused === undefined ? null : t("originsRefused", { origin: refused });
      },
    },
  });
  const isSaved = useRef(false);
  const refreshBusiness = useRefreshBusiness();
  const write = useWrite({
    operation: "replaceBookingPage",
    changes: ["settings"],
    onFields: ({ accent_color: accent, ...others }) => {
      const origins = Object.entries(others).find(([path]) => path.startsWith("origins"))?.[1];
      form.setErrors({ ...others, accent, origins });
    },
    run: async (draft: BookingPageDraft) => {
      const saved = await api.bookingPage.replace({
        path: { business },
        body: bodyOf(draft, page, fieldIds),
      });
      isSaved.current = true;
      return saved;
    },
  });
  const save = async (draft: BookingPageDraft) => {
    if ((await write.send(draft)) === undefined) return;
    showNotification({ message: t("saved"), withBorder: true });
    // Updates the accent colour of the whole app.
    await refreshBusiness();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="language" />
      <Stack>
        <FieldGroup title={t("appearance")} isCard>
          <LogoField logo={page.logo_url} />
          <ColorInput
            label={t("accent")}
            description={t("accentHint")}
            maw={320}
            swatches={SWATCHES}
            swatchesPerRow={8}
            withEyeDropper={false}
            {...form.getInputProps("accent")}
          />
          <SegmentedControl
            aria-label={t("language")}
            fullWidth
            mt="xs"
            value={language}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(chosen) => changeSearch({ language: chosen as Language }, { replace: true })}
          />
          {TEXT_FIELDS.map((field) => {
            const shown = {
              label: t(field),
              placeholder: t(field === "heading" ? "standard" : "nothing"),
              ...form.getInputProps(`texts.${language}.${field}`),
            };
            return field === "heading" ? (
              <TextInput key={field} maxLength={120} {...shown} />
            ) : (
              <Textarea key={field} autosize minRows={2} maxRows={10} maxLength={2000} {...shown} />
            );
          })}
        </FieldGroup>
        <AskedFields
          chosen={form.values.fields}
          onChange={(fields) => form.setFieldValue("fields", fields)}
        />
        <Textarea
          className={`surface ${classes.section}`}
          label={t("origins")}
          description={t("originsHint")}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps("origins")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="replaceBookingPage" type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
