import { stockTexts } from "@daybook/i18n/stock";
import { Group, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { taxRatesQuery } from "../../../base/taxRates.ts";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import type { Product } from "./ProductsPage.tsx";

/** Creates, changes or archives a product. */
export function ProductForm({
  product,
  onDone,
}: {
  readonly product?: Product;
  readonly onDone: () => void;
}) {
  const t = useText(stockTexts);
  const { id: business, record } = useBusiness();
  const { data: rates = [] } = useQuery(taxRatesQuery(business));
  const currency = product?.price.currency ?? record.currency;
  const form = useForm({
    initialValues: {
      name: product?.name ?? "",
      description: product?.description ?? "",
      sku: product?.sku ?? "",
      barcode: product?.barcode ?? "",
      price: product?.price.amount as number | undefined,
      tax_rate_id: product?.tax_rate_id ?? "",
      tracksStock: (product?.stock ?? null) !== null,
      stock: (product?.stock ?? 0) as number | string,
    },
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      price: (price) => (price === undefined ? t("enterPrice") : null),
    },
  });
  const { value: price, onChange: onPrice, error: priceError } = form.getInputProps("price");
  return (
    <RecordForm
      form={form}
      keeps="product"
      operation={product === undefined ? "createProduct" : "updateProduct"}
      changes={["settings", "services"]}
      onFields={({ "price.amount": price, ...errors }) =>
        form.setErrors({ ...errors, ...(price === undefined ? {} : { price }) })
      }
      run={(values: typeof form.values, { idempotencyKey }): Promise<Product> => {
        const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
        const stock = values.tracksStock ? Number(values.stock) : null;
        const body = {
          name: values.name.trim(),
          description: orNull(values.description),
          sku: orNull(values.sku),
          barcode: orNull(values.barcode),
          price: moneyOf(values.price ?? 0, currency),
          tax_rate_id: values.tax_rate_id === "" ? null : values.tax_rate_id,
          // Sends the stock only if the user changed it, because sales may have changed the stock since the form was loaded.
          ...(stock === (product?.stock ?? null) ? {} : { stock }),
        };
        return product === undefined
          ? api.products.create({ path: { business }, body, idempotencyKey })
          : api.products.update({ path: { business, product: product.id }, body, idempotencyKey });
      }}
      onDone={onDone}
      removal={
        product && {
          operation: "archiveProduct",
          title: t("archiveTitle", { name: product.name }),
          text: t("archiveProductHint"),
          action: t("archive"),
          run: () => api.products.archive({ path: { business, product: product.id } }),
        }
      }
    >
      <TextInput label={t("name")} maxLength={120} data-autofocus {...form.getInputProps("name")} />
      <MoneyInput
        label={t("price")}
        currency={currency}
        valueMinor={price}
        error={priceError}
        onChange={onPrice}
      />
      <Select
        label={t("taxRate")}
        data={[
          { value: "", label: t("noTax") },
          ...rates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps("tax_rate_id")}
      />
      <Group grow align="flex-start">
        <TextInput label={t("sku")} maxLength={60} {...form.getInputProps("sku")} />
        <TextInput label={t("barcode")} maxLength={60} {...form.getInputProps("barcode")} />
      </Group>
      <Textarea
        label={t("description")}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps("description")}
      />
      <Switch label={t("tracksStock")} {...form.getInputProps("tracksStock", { type: "checkbox" })} />
      {form.values.tracksStock && (
        <NumberInput label={t("stock")} allowDecimal={false} {...form.getInputProps("stock")} />
      )}
    </RecordForm>
  );
}
