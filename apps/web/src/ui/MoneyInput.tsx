import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormats } from "../base/language.tsx";
import { amountText } from "../base/money.ts";

/**
 * Renders an input for an amount in minor units. Formats the amount for the user's language. If the input is empty, the value is undefined.
 */
export function MoneyInput({
  valueMinor,
  currency,
  isReadOnly = false,
  onChange,
  ...props
}: {
  readonly valueMinor: number | undefined;
  readonly currency: string;
  readonly onChange: (minor: number | undefined) => void;
  readonly label?: string;
  readonly description?: string | undefined;
  readonly "aria-label"?: string;
  readonly error?: string | undefined;
  readonly size?: "sm" | "lg";
  readonly w?: number | string;
  readonly isReadOnly?: boolean;
}) {
  const { locale } = useFormats();
  const amounts = amountText(locale, currency);
  const written = valueMinor === undefined ? "" : amounts.write(valueMinor);
  const [typed, setTyped] = useState(written);
  return (
    <TextInput
      {...props}
      // Keeps the typed text as long as it parses to `valueMinor`.
      value={amounts.read(typed) === valueMinor ? typed : written}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(amounts.read(event.currentTarget.value));
      }}
      onBlur={() => setTyped(written)}
      readOnly={isReadOnly}
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text size="xs" c="dimmed" component="span">
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      styles={{ input: { textAlign: "right", fontVariantNumeric: "tabular-nums" } }}
    />
  );
}
