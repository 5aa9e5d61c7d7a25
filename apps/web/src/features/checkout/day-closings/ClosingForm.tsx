import { closingsTexts } from "@daybook/i18n/closings";
import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";

/**
 * The payment methods for which the user counts an amount. Payments with prepaid methods are not counted, because the business
 * received that money when it sold the prepaid product.
 */
const COUNTED = ["cash", "card", "external"] as const;

type Values = { readonly [M in (typeof COUNTED)[number]]: number | undefined } & { readonly note: string };

/** Closes the day with the counted amounts. Each field shows the expected amount and the difference. */
export function ClosingForm({
  locationId,
  onDone,
}: {
  readonly locationId: string;
  readonly onDone: (id: string) => void;
}) {
  const t = useText(closingsTexts);
  const { id: business, record } = useBusiness();
  const form = useForm<Values>({
    initialValues: { cash: undefined, card: undefined, external: undefined, note: "" },
  });
  const formats = useFormats();
  const { data: expected, error: expectedError } = useQuery({
    queryKey: [business, "sales", "expected", locationId],
    queryFn: () => api.dayClosings.getExpected({ path: { business }, query: { location_id: locationId } }),
    // Always refetches, because staff may have taken payments since the form was last open.
    staleTime: 0,
  });
  const expectedText = (method: (typeof COUNTED)[number]) => {
    if (expected === undefined) return undefined;
    const due = expected.methods.find((one) => one.method === method)?.expected.amount ?? 0;
    const counted = form.values[method];
    const text = (amountMinor: number) => formats.money(moneyOf(amountMinor, record.currency));
    return counted === undefined
      ? t("expectedAmount", { amount: text(due) })
      : t("expectedDifference", { amount: text(due), difference: text(counted - due) });
  };
  return (
    <RecordForm
      form={form}
      keeps="new"
      operation="createDayClosing"
      changes={["sales"]}
      run={({ note, ...amounts }: Values, { idempotencyKey }) =>
        api.dayClosings.create({
          path: { business },
          body: {
            location_id: locationId,
            counted: COUNTED.flatMap((method) => {
              const amount = amounts[method];
              return amount === undefined ? [] : [{ method, amount: moneyOf(amount, record.currency) }];
            }),
            note: note.trim() === "" ? null : note.trim(),
          },
          idempotencyKey,
        })
      }
      onDone={(made) => made && onDone(made.id)}
      action={t("closeDay")}
    >
      <Text size="sm" c="dimmed">
        {t("countHint")}
      </Text>
      {COUNTED.map((method) => (
        <MoneyInput
          key={method}
          label={t(method)}
          description={expectedText(method)}
          currency={record.currency}
          valueMinor={form.values[method]}
          onChange={(amount) => form.setFieldValue(method, amount)}
        />
      ))}
      <Textarea label={t("note")} autosize minRows={2} maxLength={2000} {...form.getInputProps("note")} />
      <ProblemNote error={expectedError} />
    </RecordForm>
  );
}
