import { connectorsTexts } from "@daybook/i18n/connectors";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";

/**
 * Shows the address and the new key for a platform. If the response to a retried request did not contain the key, asks the
 * user to create another key.
 */
export function ConnectionContent({
  address,
  apiKey,
  onDone,
}: {
  readonly address: string;
  readonly apiKey: string;
  readonly onDone: () => void;
}) {
  const t = useText(connectorsTexts);
  const texts = { copyText: t("copy"), copiedText: t("copied") };
  return (
    <Stack>
      <Text size="sm">{t(apiKey === "" ? "keyGone" : "keyHint")}</Text>
      {apiKey !== "" && (
        <>
          <CopyField label={t("address")} value={address} {...texts} />
          <CopyField isMain label={t("key")} value={apiKey} {...texts} />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t("done")}
        </Button>
      </Group>
    </Stack>
  );
}
