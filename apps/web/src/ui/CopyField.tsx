import { Button, CopyButton, Group, TextInput } from "@mantine/core";

/** Shows a read-only value, such as a key, with a button that copies it. */
export function CopyField({
  label,
  value,
  copyText,
  copiedText,
  isMain = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly copyText: string;
  readonly copiedText: string;
  /** Whether copying is the main action of the view. */
  readonly isMain?: boolean;
}) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant={copied ? "light" : isMain ? "filled" : "default"} onClick={copy}>
            {copied ? copiedText : copyText}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
