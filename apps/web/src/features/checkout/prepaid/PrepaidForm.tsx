import { prepaidTexts } from "@daybook/i18n/prepaid";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ArchiveDialog } from "../../../ui/ArchiveDialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { PrepaidFields } from "./PrepaidFields.tsx";
import {
  archivePrepaid,
  type Kind,
  OPERATIONS,
  type Prepaid,
  savePrepaid,
  type Values,
  valuesOf,
} from "./prepaid.ts";

/** Creates, changes or archives a package, membership or gift card. */
export function PrepaidForm({
  kind,
  product,
  onDone,
}: {
  readonly kind: Kind;
  readonly product?: Prepaid;
  readonly onDone: () => void;
}) {
  const t = useText(prepaidTexts);
  const shell = useText(shellTexts);
  const { id: business, record } = useBusiness();
  const [isArchiving, setArchiving] = useState(false);
  const currency = product?.price.currency ?? record.currency;
  const isNumber = (from: number, to: number) => (number: number | string) =>
    typeof number === "number" && number >= from && number <= to ? null : t("enterNumber", { from, to });
  const form = useForm<Values>({
    initialValues: valuesOf(product),
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      price: (price) => (price === undefined && kind !== "gift-cards" ? t("enterPrice") : null),
      value: (value) => (kind === "gift-cards" && (value ?? 0) <= 0 ? t("enterValue") : null),
      units: (units) => (kind === "packages" ? isNumber(1, 1000)(units) : null),
      credits: (credits) => (kind === "memberships" ? isNumber(1, 1000)(credits) : null),
      period_months: (months) => (kind === "memberships" ? isNumber(1, 12)(months) : null),
      periods: (periods) => (kind === "memberships" ? isNumber(1, 120)(periods) : null),
      valid_months: (months) => (months === "" ? null : isNumber(1, 120)(months)),
    },
  });
  const isSaved = useRef(false);
  const done = () => {
    isSaved.current = true;
    onDone();
  };
  const operation = OPERATIONS[kind][product === undefined ? "create" : "update"];
  const write = useWrite({
    operation,
    changes: ["services"],
    onFields: ({ "price.amount": price, "value.amount": value, ...errors }) =>
      form.setErrors({
        ...errors,
        ...(price === undefined ? {} : { price }),
        ...(value === undefined ? {} : { value }),
      }),
    run: (values: Values, { idempotencyKey }) =>
      savePrepaid(
        { business, kind, currency, ...(product === undefined ? {} : { id: product.id }) },
        values,
        idempotencyKey,
      ),
  });
  const archive = useWrite({
    operation: OPERATIONS[kind].archive,
    changes: ["services"],
    run: (archived: Prepaid) => archivePrepaid(business, archived),
  });
  const save = async (values: Values) => {
    if ((await write.send(values)) !== undefined) done();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="product" />
      <Stack>
        <TextInput label={t("name")} maxLength={120} data-autofocus {...form.getInputProps("name")} />
        <PrepaidFields kind={kind} form={form} currency={currency} />
        <Textarea
          label={t("description")}
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps("description")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          {product === undefined ? (
            <span />
          ) : (
            <ActionButton
              operation={OPERATIONS[kind].archive}
              variant="subtle"
              color="red"
              onClick={() => setArchiving(true)}
            >
              {t("archive")}
            </ActionButton>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      {product !== undefined && (
        <ArchiveDialog
          operation={OPERATIONS[kind].archive}
          title={t("archiveTitle", { name: product.name })}
          text={t("archiveHint")}
          action={t("archive")}
          isOpen={isArchiving}
          write={archive}
          onClose={() => setArchiving(false)}
          onConfirm={() => void archive.send(product).then((sent) => sent !== undefined && done())}
        />
      )}
    </form>
  );
}
