import { errorsTexts } from "@daybook/i18n/errors";
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useText } from "../base/language.tsx";

/** The properties that date and time fields accept from a form. */
export interface TypedInputProps
  extends Pick<TextInputProps, "label" | "description" | "required" | "withAsterisk" | "w" | "maw" | "size"> {
  /** The parsed value, such as `2027-03-01`; empty if there is none. */
  readonly value?: string | undefined;
  readonly onChange?: (value: string) => void;
  readonly error?: ReactNode;
  readonly "aria-label"?: string;
  readonly "aria-invalid"?: boolean;
}

/**
 * Renders an input that formats its value for the user's locale and parses the typed text. Invalid text stays in the input
 * with an error, and the value is empty.
 */
export function TypedInput({
  value = "",
  onChange,
  error,
  read,
  write,
  rightSection,
  ...props
}: TypedInputProps & {
  readonly read: (typed: string) => string | undefined;
  readonly write: (value: string) => string;
  readonly rightSection?: ReactNode;
}) {
  const t = useText(errorsTexts);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [isLeft, setLeft] = useState(false);
  const written = value === "" ? "" : write(value);
  // Shows the typed text while it is incomplete or parses to the current value. Otherwise shows the formatted value.
  const meant = typed === undefined ? undefined : (read(typed) ?? "");
  const isIncomplete = meant === "" && !isLeft;
  const shown = typed !== undefined && (meant === value || isIncomplete) ? typed : written;
  const isUnreadable = isLeft && shown.trim() !== "" && value === "";
  return (
    <TextInput
      {...props}
      value={shown}
      error={isUnreadable ? t("fieldFormat") : error}
      autoComplete="off"
      rightSection={rightSection}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setLeft(false);
        setTyped(text);
        const next = read(text) ?? "";
        if (next !== value) onChange?.(next);
      }}
      onBlur={() => {
        setLeft(true);
        if (value !== "") setTyped(undefined);
      }}
    />
  );
}
