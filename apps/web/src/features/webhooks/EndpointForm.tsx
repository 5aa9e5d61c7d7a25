import { shellTexts } from "@daybook/i18n/shell";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../base/api.ts";
import { useBusiness } from "../../base/business.tsx";
import { useText } from "../../base/language.tsx";
import { RecordForm } from "../../ui/RecordForm.tsx";
import { type Endpoint, EVENT_TEXTS, EVENTS, type EventType } from "./queries.ts";

/**
 * Creates or changes an endpoint. `onDone` receives the secret of a new endpoint, which the API returns only in the response to this
 * request.
 */
export function EndpointForm({
  endpoint,
  keeps,
  onDone,
}: {
  readonly endpoint?: Endpoint;
  readonly keeps: string;
  readonly onDone: (secret?: string) => void;
}) {
  const t = useText(webhooksTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { url: endpoint?.url ?? "", events: [...(endpoint?.events ?? [])] as EventType[] },
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : t("enterUrl")),
      events: (events) => (events.length === 0 ? t("enterEvent") : null),
    },
  });
  return (
    <RecordForm
      form={form}
      keeps={keeps}
      operation={endpoint === undefined ? "createWebhookEndpoint" : "updateWebhookEndpoint"}
      changes={["settings"]}
      run={async ({ url, events }: typeof form.values, { idempotencyKey }): Promise<string> => {
        const body = { url: url.trim(), events };
        if (endpoint === undefined)
          return (
            (await api.webhooks.createEndpoint({ path: { business }, body, idempotencyKey })).secret ?? ""
          );
        await api.webhooks.updateEndpoint({
          path: { business, endpoint: endpoint.id },
          body,
          idempotencyKey,
        });
        return "";
      }}
      onDone={(secret) => onDone(endpoint === undefined ? secret : undefined)}
      action={endpoint === undefined ? t("create") : shell("save")}
    >
      <TextInput
        label={t("url")}
        type="url"
        inputMode="url"
        maxLength={2000}
        data-autofocus
        {...form.getInputProps("url")}
      />
      <Checkbox.Group label={t("events")} {...form.getInputProps("events")}>
        <Stack gap="sm" mt="xs">
          {EVENTS.map((type) => (
            <Checkbox key={type} value={type} label={t(EVENT_TEXTS[type])} description={type} />
          ))}
        </Stack>
      </Checkbox.Group>
    </RecordForm>
  );
}
