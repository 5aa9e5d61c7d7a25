import { menuTexts } from "@daybook/i18n/menu";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Category } from "./CategorySection.tsx";

/** Creates, changes or archives a service category. */
export function CategoryDialog({
  id,
  categories,
}: {
  readonly id: string;
  readonly categories: readonly Category[];
}) {
  const t = useText(menuTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [, change] = useScreenSearch();
  const [isAsking, setAsking] = useState(false);
  const category = categories.find((each) => each.id === id);
  const form = useForm({
    initialValues: { name: category?.name ?? "", description: category?.description ?? "" },
  });
  const close = () => change({ category: undefined });
  const operation = category === undefined ? "createServiceCategory" : "updateServiceCategory";
  const write = useWrite({
    operation,
    changes: ["services"],
    onFields: form.setErrors,
    run: ({ name, description }: typeof form.values, { idempotencyKey }) => {
      const body = { name, description: description.trim() === "" ? null : description };
      return category === undefined
        ? api.serviceCategories.create({ path: { business }, body, idempotencyKey })
        : api.serviceCategories.update({ path: { business, category: category.id }, body, idempotencyKey });
    },
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) close();
  };
  if (isAsking && category !== undefined)
    return (
      <ConfirmDialog
        name="archiveCategory"
        operation="archiveServiceCategory"
        changes={["services"]}
        record={id}
        title={t("archiveTitle", { name: category.name })}
        text={t("archiveCategoryHint")}
        action={t("archive")}
        run={() => api.serviceCategories.archive({ path: { business, category: id } })}
        onClose={() => setAsking(false)}
        onDone={close}
      />
    );
  return (
    <Dialog name="category" title={category?.name ?? t("newCategory")} isOpen onClose={close}>
      <form onSubmit={form.onSubmit((values) => void save(values))}>
        <Stack>
          <TextInput
            label={t("name")}
            required
            withAsterisk={false}
            maxLength={120}
            data-autofocus
            {...form.getInputProps("name")}
          />
          <Textarea
            label={t("description")}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps("description")}
          />
          <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
          <Group justify="space-between">
            {category === undefined ? (
              <span />
            ) : (
              <ActionButton
                operation="archiveServiceCategory"
                variant="subtle"
                color="red"
                onClick={() => setAsking(true)}
              >
                {t("archive")}
              </ActionButton>
            )}
            <ActionButton operation={operation} type="submit" loading={write.isSending}>
              {shell("save")}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
