import { sandboxTexts } from "@daybook/i18n/sandbox";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Group, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { EVENT_TEXTS, EVENTS, type EventType } from "../../webhooks/queries.ts";

/** Triggers an event in the sandbox. The server creates or changes the sandbox's records as it would for a real event. */
export function TestEventForm() {
  const t = useText(sandboxTexts);
  const webhooks = useText(webhooksTexts);
  const { id: business } = useBusiness();
  const [type, setType] = useState<EventType>("appointment.created");
  const write = useWrite({
    operation: "triggerTestEvent",
    changes: ["appointments", "clients", "sales", "staff", "services", "locations", "hours"],
    run: (type: EventType, { idempotencyKey }) =>
      api.testEvents.trigger({ path: { business }, body: { type }, idempotencyKey }),
  });
  const trigger = async () => {
    const triggered = await write.send(type);
    if (triggered === undefined) return;
    notifications.show({ message: t("triggered", { event: webhooks(EVENT_TEXTS[triggered.type]) }) });
  };
  return (
    <section className="surface" style={{ padding: 16 }} aria-labelledby="test-events">
      <Stack gap="sm">
        <h2 id="test-events" style={{ margin: 0, fontSize: "1.0625rem" }}>
          {t("events")}
        </h2>
        <Text size="sm" c="dimmed">
          {t("eventsHint")}
        </Text>
        <Group align="flex-end" gap="xs">
          <Select
            label={t("event")}
            w={300}
            maw="100%"
            data={EVENTS.map((each) => ({ value: each, label: webhooks(EVENT_TEXTS[each]) }))}
            value={type}
            onChange={(chosen) => chosen !== null && setType(chosen as EventType)}
          />
          <ActionButton
            operation="triggerTestEvent"
            variant="default"
            loading={write.isSending}
            onClick={() => void trigger()}
          >
            {t("trigger")}
          </ActionButton>
        </Group>
        <ProblemNote error={write.error} onRetry={() => void trigger()} />
      </Stack>
    </section>
  );
}
