import { kiosksTexts } from "@daybook/i18n/kiosks";
import { ApiError } from "@daybook/sdk";
import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";

/** Pairs a tablet, given the code that the tablet shows. The link in the tablet's QR code fills in the code. */
export function PairForm({
  location,
  code,
  onDone,
}: {
  readonly location: string;
  readonly code: string;
  readonly onDone: () => void;
}) {
  const t = useText(kiosksTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { code, name: t("defaultName") },
    validate: {
      code: (text) => (lettersOf(text).length === 8 ? null : t("enterCode")),
      name: (name) => (name.trim() === "" ? t("enterName") : null),
    },
  });
  const isSaved = useRef(false);
  const write = useWrite({
    operation: "pairKiosk",
    changes: ["settings"],
    onFields: form.setErrors,
    run: async (body: typeof form.values, { idempotencyKey }) => {
      try {
        return await api.post("/businesses/{business}/locations/{location}/kiosks", {
          path: { business, location },
          body,
          idempotencyKey,
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "code_invalid") throw error;
        form.setFieldError("code", t("codeInvalid"));
        return null;
      }
    },
  });
  const save = async (values: typeof form.values) => {
    const paired = await write.send({ ...values, name: values.name.trim() });
    if (paired === undefined || paired === null) return;
    isSaved.current = true;
    onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="code" />
      <Stack>
        <Text size="sm" c="dimmed">
          {t("pairHow", { url: `${window.location.origin}/kiosk` })}
        </Text>
        <TextInput
          label={t("code")}
          description={t("codeHint")}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          styles={{
            input: { fontFamily: "var(--mantine-font-family-monospace)", textTransform: "uppercase" },
          }}
          {...form.getInputProps("code")}
        />
        <TextInput
          label={t("name")}
          description={t("nameHint")}
          maxLength={60}
          {...form.getInputProps("name")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="pairKiosk" type="submit" loading={write.isSending}>
            {t("pairDo")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, "");
}
