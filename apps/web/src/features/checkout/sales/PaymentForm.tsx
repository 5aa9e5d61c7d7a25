import { salesTexts } from "@daybook/i18n/sales";
import type { DataOf } from "@daybook/sdk";
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { lastMethod, rememberMethod } from "./lastMethod.ts";
import { type Payment, type Sale, walletQuery } from "./queries.ts";
import classes from "./Sales.module.css";
import { type WalletChoice, WalletField } from "./WalletField.tsx";

type Method = Payment["method"];
type Paid = DataOf<"post", "/businesses/{business}/sales/{sale}/payments">;

export const METHOD_TEXT = {
  cash: "cash",
  card: "card",
  gift_card: "giftCard",
  package: "package",
  membership: "membership",
  external: "otherMethod",
} as const satisfies Record<Method, string>;

/** Takes payments for an open sale, one payment method at a time. Each payment covers all or part of the amount due. */
export function PaymentForm({
  sale,
  dueMinor,
  onPaid,
}: {
  readonly sale: Sale;
  readonly dueMinor: number;
  /** `changeMinor` is the change to give the client, in minor units. */
  readonly onPaid: (paid: Paid, changeMinor: number) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { id: business, record } = useBusiness();
  const currency = record.currency;
  const { data: wallet } = useQuery({
    ...walletQuery(business, sale.client_id ?? ""),
    enabled: sale.client_id !== null,
  });
  const [method, setMethod] = useState<Method>(lastMethod);
  const [amountMinor, setAmount] = useState<number | undefined>(dueMinor);
  const [givenMinor, setGiven] = useState<number>();
  const [note, setNote] = useState("");
  const [choice, setChoice] = useState<WalletChoice>();
  const [isDeclined, setDeclined] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const write = useWrite({
    operation: "createSalePayment",
    changes: ["sales", "appointments", "wallet"],
    onFields: setErrors,
    run: (
      body: { method: Method; amount: ReturnType<typeof moneyOf>; reference?: string },
      { idempotencyKey },
    ) => api.sales.createPayment({ path: { business, sale: sale.id }, body, idempotencyKey }),
  });
  const isWallet = method === "gift_card" || method === "package" || method === "membership";
  const isUnit = method === "package" || method === "membership";
  const methods: readonly Method[] = [
    "card",
    "cash",
    "gift_card",
    ...((wallet?.packages.length ?? 0) > 0 ? (["package"] as const) : []),
    ...((wallet?.membership_credits.length ?? 0) > 0 ? (["membership"] as const) : []),
    "external",
  ];
  const choose = (next: Method) => {
    setMethod(next);
    setErrors({});
    setDeclined(false);
    setChoice(undefined);
    write.clear();
    setAmount(dueMinor);
  };
  const changeMinor =
    method === "cash" && givenMinor !== undefined ? Math.max(0, givenMinor - (amountMinor ?? 0)) : 0;
  const isTooMuch = (amountMinor ?? 0) > dueMinor;
  const take = async () => {
    setErrors({});
    setDeclined(false);
    if (amountMinor === undefined || amountMinor === 0 || isTooMuch) return;
    const reference = isWallet ? choice?.reference : note.trim();
    const paid = await write.send({
      method,
      amount: moneyOf(amountMinor, currency),
      ...(reference === undefined || reference === "" ? {} : { reference }),
    });
    if (paid === undefined) return;
    rememberMethod(method);
    onPaid(paid, changeMinor);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <Stack>
        <fieldset className={classes.methods} aria-label={t("method")}>
          {methods.map((each) => (
            <Button
              key={each}
              variant={each === method ? "light" : "default"}
              aria-pressed={each === method}
              px="xs"
              onClick={() => choose(each)}
            >
              {t(METHOD_TEXT[each])}
            </Button>
          ))}
        </fieldset>
        {isWallet && (
          <WalletField
            method={method}
            sale={sale}
            wallet={wallet}
            choice={choice}
            error={errors.reference}
            onChoose={(chosen) => {
              setChoice(chosen);
              if (chosen.amountMinor !== undefined) setAmount(Math.min(chosen.amountMinor, dueMinor));
            }}
          />
        )}
        <MoneyInput
          label={t("amount")}
          size="lg"
          currency={currency}
          valueMinor={amountMinor}
          isReadOnly={isUnit}
          error={
            isTooMuch
              ? t("atMost", { amount: formats.money(moneyOf(dueMinor, currency)) })
              : (errors.amount ?? errors["amount.amount"])
          }
          onChange={setAmount}
        />
        {method === "cash" && (
          <MoneyInput label={t("given")} currency={currency} valueMinor={givenMinor} onChange={setGiven} />
        )}
        {changeMinor > 0 && (
          <Group justify="space-between">
            <Text>{t("change")}</Text>
            <Text fw={650} size="lg" className="numbers">
              {formats.money(moneyOf(changeMinor, currency))}
            </Text>
          </Group>
        )}
        {(method === "external" || method === "card") && (
          <TextInput
            label={t("reference")}
            placeholder={t(method === "card" ? "cardHint" : "otherHint")}
            maxLength={200}
            value={note}
            error={errors.reference}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {isDeclined && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {t("declined")}
          </Alert>
        )}
        <ProblemNote error={write.error} onRetry={() => void take()} />
        <ActionButton
          operation="createSalePayment"
          type="submit"
          size="md"
          loading={write.isSending}
          reason={amountMinor === undefined || amountMinor === 0 ? t("enterAmount") : undefined}
        >
          {t(method === "card" ? "cardAccepted" : "takePayment", {
            amount: formats.money(moneyOf(amountMinor ?? 0, currency)),
          })}
        </ActionButton>
        {method === "card" && (
          <Button variant="subtle" color="gray" onClick={() => setDeclined(true)}>
            {t("cardDeclined")}
          </Button>
        )}
      </Stack>
    </form>
  );
}
