import { zoneNamed } from "@daybook/engine";
import { clientsTexts } from "@daybook/i18n/clients";
import type { DataOf } from "@daybook/sdk";
import { Button, Center, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { QrCode } from "../../../ui/QrCode.tsx";
import { wallMinutesAt } from "../../scheduling/calendar/times.ts";
import { dateIn } from "../clients/localDates.ts";

export type FormsLink = DataOf<"post", "/businesses/{business}/appointments/{appointment}/forms/link">;

/** Shows the forms' link as a QR code for a tablet or the client's phone. */
export function FormsLinkDialog({
  link,
  onClose,
}: {
  readonly link: FormsLink;
  readonly onClose: () => void;
}) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const { record } = useBusiness();
  const zone = zoneNamed(record.time_zone);
  const time = `${formats.day(dateIn(record.time_zone, link.expires_at))}, ${formats.time(wallMinutesAt(zone, Date.parse(link.expires_at)))}`;
  return (
    <Dialog name="formsLink" title={t("linkTitle")} size="sm" isOpen onClose={onClose}>
      <Stack>
        <Text size="sm">{t("linkHint", { time })}</Text>
        <Center>
          <QrCode text={link.url} label={t("linkQr")} />
        </Center>
        <Group grow>
          <CopyButton value={link.url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? "linkCopied" : "linkCopy")}
              </Button>
            )}
          </CopyButton>
          <Button component="a" href={link.url} target="_blank" rel="noopener">
            {t("linkOpen")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
