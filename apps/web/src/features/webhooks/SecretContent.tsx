import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useText } from "../../base/language.tsx";
import { CopyField } from "../../ui/CopyField.tsx";

/**
 * Shows the secret for verifying signatures. If the response to a retried request did not contain the secret, asks
 * the user to create a new secret.
 */
export function SecretContent({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const t = useText(webhooksTexts);
  const keys = useText(apiKeysTexts);
  return (
    <Stack>
      <Text size="sm">{secret === "" ? t("secretGone") : t("secretHint")}</Text>
      {secret !== "" && (
        <CopyField
          isMain
          label={t("secret")}
          value={secret}
          copyText={keys("copy")}
          copiedText={keys("copied")}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {keys("done")}
        </Button>
      </Group>
    </Stack>
  );
}
