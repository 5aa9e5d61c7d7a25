import { prepaidTexts } from "@daybook/i18n/prepaid";
import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
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
  const { id: business, record } = useBusiness();
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
  return (
    <RecordForm
      form={form}
      keeps="product"
      operation={OPERATIONS[kind][product === undefined ? "create" : "update"]}
      changes={["services"]}
      onFields={({ "price.amount": price, "value.amount": value, ...errors }) =>
        form.setErrors({
          ...errors,
          ...(price === undefined ? {} : { price }),
          ...(value === undefined ? {} : { value }),
        })
      }
      run={(values: Values, { idempotencyKey }) =>
        savePrepaid(
          { business, kind, currency, ...(product === undefined ? {} : { id: product.id }) },
          values,
          idempotencyKey,
        )
      }
      onDone={onDone}
      removal={
        product && {
          operation: OPERATIONS[kind].archive,
          title: t("archiveTitle", { name: product.name }),
          text: t("archiveHint"),
          action: t("archive"),
          run: () => archivePrepaid(business, product),
        }
      }
    >
      <TextInput label={t("name")} maxLength={120} data-autofocus {...form.getInputProps("name")} />
      <PrepaidFields kind={kind} form={form} currency={currency} />
      <Textarea
        label={t("description")}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps("description")}
      />
    </RecordForm>
  );
}
