import { languageOf } from "@daybook/i18n";
import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Button, Code, CopyButton, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import classes from "./BookingPage.module.css";
import { EMBED_KINDS, type EmbedKind, embedCode } from "./embedCode.ts";
import { useBookingLink } from "./useBookingLink.ts";

const KIND_TEXTS = { button: "embedButton", inline: "embedInline", popup: "embedPopup" } as const;

/** Shows the HTML that embeds the booking page in another site. */
export function EmbedCode() {
  const t = useText(bookingPageTexts);
  const { record } = useBusiness();
  const { server, slug } = useBookingLink();
  const [kind, setKind] = useState<EmbedKind>("button");
  const code = embedCode(kind, { server, slug, language: languageOf([record.locale]), label: t("bookNow") });
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="embed">
      <h2 id="embed" className={classes.heading}>
        {t("embed")}
      </h2>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t("embedHint")}
        </Text>
        <SegmentedControl
          aria-label={t("embedAs")}
          value={kind}
          data={EMBED_KINDS.map((value) => ({ value, label: t(KIND_TEXTS[value]) }))}
          onChange={(chosen) => setKind(chosen as EmbedKind)}
        />
        <Code
          block
          aria-label={t("embedCode")}
          className={classes.snippet}
          tabIndex={0}
          role="textbox"
          aria-readonly
        >
          {code}
        </Code>
        <Group>
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button variant={copied ? "light" : "default"} onClick={copy}>
                {t(copied ? "copied" : "copy")}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </section>
  );
}
