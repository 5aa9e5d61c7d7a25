import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Badge, Code, Group, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../base/api.ts";
import { useBusiness } from "../../base/business.tsx";
import { useInstantText } from "../../base/instants.ts";
import { useFormats, useText } from "../../base/language.tsx";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { DialogActions } from "../../ui/DialogActions.tsx";
import { Icon } from "../../ui/Icon.tsx";
import list from "../../ui/List.module.css";
import { ProblemNote } from "../../ui/ProblemNote.tsx";
import { useWrite } from "../../ui/useWrite.ts";
import classes from "./Deliveries.module.css";
import { type Delivery, type DeliveryDetails, EVENT_TEXTS } from "./queries.ts";

/** Shows a delivery with its status. When expanded, also shows the request and the response to each attempt. */
export function DeliveryRow({
  delivery,
  isOpen,
  onToggle,
  onSent,
}: {
  readonly delivery: Delivery;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onSent: (note: string) => void;
}) {
  const t = useText(webhooksTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { status, event_type, kind, attempts, next_attempt_at, created_at } = delivery;
  const last = attempts.at(-1);
  return (
    <li>
      <UnstyledButton className={`${list.row} ${classes.row}`} aria-expanded={isOpen} onClick={onToggle}>
        <span className={list.text}>
          <span className={list.name}>
            {t(EVENT_TEXTS[event_type])}
            {kind === "redelivery" && (
              <Badge variant="default" tt="none">
                {t("redelivery")}
              </Badge>
            )}
          </span>
          <span className={list.about}>
            <span className="numbers">{text(created_at)}</span>
            {attempts.length > 0 && <span>{t("attempts", { count: attempts.length })}</span>}
            {last !== undefined && <Outcome attempt={last} />}
            {next_attempt_at !== null && <span>{t("nextTry", { when: text(next_attempt_at) })}</span>}
          </span>
        </span>
        <Badge
          variant={status === "pending" ? "default" : "light"}
          color={status === "failed" ? "red" : "accent"}
          tt="none"
        >
          {t(status)}
        </Badge>
        <Icon name={isOpen ? "down" : "right"} size={18} />
      </UnstyledButton>
      {isOpen && <Details delivery={delivery} onSent={onSent} />}
    </li>
  );
}

function Outcome({ attempt }: { readonly attempt: Delivery["attempts"][number] }) {
  const t = useText(webhooksTexts);
  const formats = useFormats();
  const { response_status, error, duration_ms } = attempt;
  return (
    <>
      <span>{response_status === null ? error : t("answer", { status: String(response_status) })}</span>
      <span className="numbers">{t("duration", { ms: formats.number(duration_ms) })}</span>
    </>
  );
}

function Details({
  delivery,
  onSent,
}: {
  readonly delivery: Delivery;
  readonly onSent: (note: string) => void;
}) {
  const t = useText(webhooksTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const path = { business, endpoint: delivery.endpoint_id, delivery: delivery.id };
  const { data, error, refetch } = useQuery({
    queryKey: [business, "settings", "delivery", delivery.id, delivery.updated_at],
    queryFn: (): Promise<DeliveryDetails> => api.webhooks.getDelivery({ path }),
  });
  const redeliver = useWrite({
    operation: "redeliverWebhookDelivery",
    changes: ["settings"],
    run: (_: string, sent) => api.webhooks.redeliverDelivery({ path, ...sent }),
  });
  const resend = async () => {
    if ((await redeliver.send(delivery.id)) !== undefined) onSent(t("resent"));
  };
  return (
    <Stack gap="sm" className={classes.details}>
      <ProblemNote error={error ?? redeliver.error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={120} />}
      {data !== undefined && (
        <>
          <Body title={t("request")} body={data.request_body} />
          {data.attempts.map((attempt) => (
            <Stack key={attempt.number} gap={4}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {t("attempt", { number: attempt.number })}
                </Text>
                <Text size="sm" c="dimmed" component="div" className={list.about}>
                  <span className="numbers">{text(attempt.started_at)}</span>
                  <Outcome attempt={attempt} />
                </Text>
              </Group>
              <Body title={t("response")} body={attempt.response_body} />
            </Stack>
          ))}
        </>
      )}
      {delivery.kind !== "test" && (
        <DialogActions>
          <ActionButton
            operation="redeliverWebhookDelivery"
            variant="default"
            loading={redeliver.isSending}
            onClick={() => void resend()}
          >
            {t("resend")}
          </ActionButton>
        </DialogActions>
      )}
    </Stack>
  );
}

function Body({ title, body }: { readonly title: string; readonly body: string | null }) {
  const t = useText(webhooksTexts);
  const isEmpty = body === null || body === "";
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {isEmpty ? (
        <Text size="sm">{t("noBody")}</Text>
      ) : (
        <Code block className={classes.body} tabIndex={0}>
          {indented(body)}
        </Code>
      )}
    </div>
  );
}

/** Indents JSON. Returns other texts unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
