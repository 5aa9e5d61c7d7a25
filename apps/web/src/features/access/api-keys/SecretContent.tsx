import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";

/**
 * Shows the secret of a new key. If the response to a retried request did not contain the secret, asks the user to create
 * another key.
 */
export function SecretContent({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const t = useText(apiKeysTexts);
  return (
    <Stack>
      <Text size="sm">{secret === "" ? t("secretGone") : t("secretHint")}</Text>
      {secret !== "" && (
        <CopyField isMain label={t("key")} value={secret} copyText={t("copy")} copiedText={t("copied")} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t("done")}
        </Button>
      </Group>
    </Stack>
  );
}
