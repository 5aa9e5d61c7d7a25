import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useRef } from "react";
import { useText } from "../../../base/language.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { QrCode } from "../../../ui/QrCode.tsx";
import classes from "./BookingPage.module.css";
import { useBookingLink } from "./useBookingLink.ts";

const QR_PIXELS = 132;

/** Shows the booking page's link, with a button that copies it, and a QR code that the user can download. */
export function ShareLink() {
  const t = useText(bookingPageTexts);
  const { link, slug } = useBookingLink();
  const code = useRef<HTMLDivElement>(null);
  const download = () => {
    const svg = code.current?.querySelector("svg");
    if (!svg) return;
    const text = new XMLSerializer().serializeToString(svg);
    const file = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const anchor = document.createElement("a");
    anchor.href = file;
    anchor.download = `${slug}.svg`;
    anchor.click();
    URL.revokeObjectURL(file);
  };
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="share">
      <h2 id="share" className={classes.heading}>
        {t("share")}
      </h2>
      <div className={classes.share}>
        <div ref={code} className={classes.code}>
          <QrCode text={link} label={t("qr")} size={QR_PIXELS} />
        </div>
        <Stack gap="sm" className={classes.shareText}>
          <CopyField label={t("link")} value={link} copyText={t("copy")} copiedText={t("copied")} />
          <Group gap="xs">
            <Button component="a" href={link} target="_blank" rel="noopener" variant="default">
              {t("open")}
            </Button>
            <Button variant="default" onClick={download}>
              {t("download")}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {t("qrHint")}
          </Text>
        </Stack>
      </div>
    </section>
  );
}
