import { locationsTexts } from "@daybook/i18n/locations";
import { Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { publishingQuery } from "./queries.ts";

/** Publishes a location on the booking page, or unpublishes it. */
export function PublishingSwitch({ locationId }: { readonly locationId: string }) {
  const t = useText(locationsTexts);
  const { id: business } = useBusiness();
  const { data, error } = useQuery(publishingQuery(business, locationId));
  const reason = useBlockedReason("replacePublishing");
  const write = useWrite({
    operation: "replacePublishing",
    changes: ["settings"],
    run: (published: boolean) =>
      api.locations.replacePublishing({ path: { business, location: locationId }, body: { published } }),
  });
  return (
    <Stack gap="xs">
      <Switch
        data-operation="replacePublishing"
        label={t("publish")}
        description={reason}
        checked={data?.published ?? false}
        disabled={reason !== undefined || data === undefined || write.isSending}
        onChange={(event) => void write.send(event.currentTarget.checked)}
      />
      <ProblemNote error={error ?? write.error} />
    </Stack>
  );
}
