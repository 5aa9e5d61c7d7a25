import { clientsTexts } from "@daybook/i18n/clients";
import { Input, SegmentedControl, Select, Textarea } from "@mantine/core";
import { useId } from "react";
import { useText } from "../../../base/language.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import type { ClientField } from "./clientInput.ts";

/** Renders the input for a custom field, according to its type. Clearing the input removes the answer. */
export function CustomFieldInput({
  field: { label, type, options },
  value,
  error,
  onChange,
}: {
  readonly field: ClientField;
  readonly value?: string;
  readonly error?: string;
  readonly onChange?: (value: string) => void;
}) {
  const t = useText(clientsTexts);
  const id = useId();
  const text = value ?? "";
  const change = (next: string) => onChange?.(next);
  if (type === "date") return <DateField label={label} value={text} error={error} onChange={change} />;
  if (type === "choice")
    return (
      <Select
        label={label}
        placeholder={t("noAnswer")}
        // An answer that is no longer among the options stays selected until the user chooses another option.
        data={text === "" || options.includes(text) ? options : [text, ...options]}
        allowDeselect
        value={text === "" ? null : text}
        error={error}
        onChange={(next) => change(next ?? "")}
      />
    );
  if (type === "yes_no")
    return (
      <Input.Wrapper label={label} error={error} labelElement="div" labelProps={{ id }}>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          data={[
            { value: "", label: t("noAnswer") },
            { value: "yes", label: t("yes") },
            { value: "no", label: t("no") },
          ]}
          value={text}
          onChange={change}
        />
      </Input.Wrapper>
    );
  return (
    <Textarea
      label={label}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={2000}
      value={text}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
