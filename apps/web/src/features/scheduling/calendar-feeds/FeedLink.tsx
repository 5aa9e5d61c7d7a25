import { calendarFeedsTexts } from "@daybook/i18n/calendarFeeds";
import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";

/**
 * Shows the link of a new feed and how to subscribe to the feed. If the response to a retried request did not contain the link,
 * asks the user to create another feed.
 */
export function FeedLink({ url, onDone }: { readonly url: string; readonly onDone: () => void }) {
  const t = useText(calendarFeedsTexts);
  return (
    <Stack>
      <Text size="sm">{t(url === "" ? "linkGone" : "linkHint")}</Text>
      {url !== "" && (
        <>
          <CopyField isMain label={t("link")} value={url} copyText={t("copy")} copiedText={t("copied")} />
          <List size="sm" spacing={4}>
            <List.Item>{t("onApple")}</List.Item>
            <List.Item>{t("onGoogle")}</List.Item>
            <List.Item>{t("onOutlook")}</List.Item>
          </List>
          <Text size="sm" c="dimmed">
            {t("delay")}
          </Text>
        </>
      )}
      <Group justify="flex-end">
        {url !== "" && (
          <Button component="a" href={url.replace(/^https?:/, "webcal:")} variant="subtle">
            {t("openHere")}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t("done")}
        </Button>
      </Group>
    </Stack>
  );
}
