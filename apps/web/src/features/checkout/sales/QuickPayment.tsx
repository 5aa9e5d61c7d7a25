import { salesTexts } from "@daybook/i18n/sales";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { lastMethod, PLAIN_METHODS, type PlainMethod } from "./lastMethod.ts";
import { METHOD_TEXT } from "./PaymentForm.tsx";
import classes from "./Sales.module.css";

/**
 * Takes the whole amount of a new ticket with one click and the payment method last used on this device. Other ways to pay,
 * such as gift cards and part payments, are available after the ticket is saved.
 */
export function QuickPayment({
  dueMinor,
  currency,
  isCurrent,
  isSending,
  onTake,
}: {
  readonly dueMinor: number;
  readonly currency: string;
  /** Whether `dueMinor` was computed for the displayed state of the ticket. */
  readonly isCurrent: boolean;
  readonly isSending: boolean;
  readonly onTake: (method: PlainMethod, changeMinor: number) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const [method, setMethod] = useState(lastMethod);
  const [givenMinor, setGiven] = useState<number>();
  const changeMinor = method === "cash" ? Math.max(0, (givenMinor ?? 0) - dueMinor) : 0;
  const amount = formats.money(moneyOf(dueMinor, currency));
  return (
    <Stack gap="sm">
      <fieldset className={classes.methods} aria-label={t("method")}>
        {PLAIN_METHODS.map((each) => (
          <Button
            key={each}
            variant={each === method ? "light" : "default"}
            aria-pressed={each === method}
            px="xs"
            onClick={() => setMethod(each)}
          >
            {t(METHOD_TEXT[each])}
          </Button>
        ))}
      </fieldset>
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
      <ActionButton
        operation="createSale"
        size="md"
        px="xs"
        className="numbers"
        loading={isSending}
        reason={isCurrent ? undefined : t("totalsPending")}
        onClick={() => onTake(method, changeMinor)}
      >
        {t(method === "card" ? "cardAccepted" : "takePayment", { amount })}
      </ActionButton>
    </Stack>
  );
}
