import type { Language } from "@daybook/i18n";
import { messagesTexts } from "@daybook/i18n/messages";
import { Group, Stack, Text } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type Kind, type TextsDraft, textsBody } from "./drafts.ts";
import classes from "./Messages.module.css";
import type { useMessagePreview } from "./useMessagePreview.ts";

const MIN_HEIGHT = 320;

/** Shows a preview of the e-mail and the text message. A button sends the e-mail to the user as a test. */
export function MessagePreview({
  kind,
  language,
  texts,
  preview: { data, error },
}: {
  readonly kind: Kind;
  readonly language: Language;
  readonly texts: TextsDraft;
  readonly preview: ReturnType<typeof useMessagePreview>;
}) {
  const t = useText(messagesTexts);
  const { id: business } = useBusiness();
  const current = { kind, language, texts: textsBody(texts) };
  const write = useWrite({
    operation: "sendTestMessage",
    changes: [],
    run: (sent: typeof current, { idempotencyKey }) =>
      api.messages.sendTest({ path: { business }, body: sent, idempotencyKey }),
  });
  const sendTest = async () => {
    const sent = await write.send(current);
    if (sent !== undefined)
      showNotification({ message: t("testSent", { address: sent.sent_to }), withBorder: true });
  };
  return (
    <section aria-labelledby="message-preview">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <div>
            <h2 id="message-preview" className={classes.heading}>
              {t("preview")}
            </h2>
            <Text size="xs" c="dimmed">
              {t("previewHint")}
            </Text>
          </div>
          <ActionButton
            operation="sendTestMessage"
            variant="default"
            style={{ flexShrink: 0 }}
            loading={write.isSending}
            onClick={() => void sendTest()}
          >
            {t("test")}
          </ActionButton>
        </Group>
        <ProblemNote error={write.error ?? error} onRetry={() => void sendTest()} />
        {data !== undefined && (
          <div className={`surface ${classes.mail}`}>
            <div className={classes.mailHead}>
              <strong>{data.subject}</strong>
              <Text size="xs" c="dimmed">
                {t("from", { name: data.sender_name })}
              </Text>
            </div>
            <MailBody html={data.html} title={data.subject} />
          </div>
        )}
        {data?.text_message != null && (
          <div>
            <Group justify="space-between" gap="xs" mb={4}>
              <h3 className={classes.smallHeading}>{t("textMessage")}</h3>
              <Text size="xs" c="dimmed" className="numbers">
                {t("parts", { count: data.text_message.parts })}
              </Text>
            </Group>
            <p className={classes.bubble}>{data.text_message.text}</p>
          </div>
        )}
      </Stack>
    </section>
  );
}

/** Renders the HTML body in a frame without scripts, at the height of its content. */
function MailBody({ html, title }: { readonly html: string; readonly title: string }) {
  const [height, setHeight] = useState(MIN_HEIGHT);
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      className={classes.frame}
      style={{ height }}
      onLoad={({ currentTarget }) =>
        setHeight(Math.max(MIN_HEIGHT, currentTarget.contentDocument?.documentElement.scrollHeight ?? 0))
      }
    />
  );
}
