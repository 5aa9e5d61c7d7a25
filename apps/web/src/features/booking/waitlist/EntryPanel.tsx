import { waitlistTexts } from "@daybook/i18n/waitlist";
import { Alert, Anchor, Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { EntryFacts } from "./EntryFacts.tsx";
import { EntryForm } from "./EntryForm.tsx";
import { FreeTimes } from "./FreeTimes.tsx";
import { OfferCard } from "./OfferCard.tsx";
import { type Entry, entryQuery } from "./queries.ts";
import { useEntryText } from "./useEntryText.ts";

/**
 * Shows a waitlist entry: the requested services and times, the newest offer, the matching free times, and buttons that edit and remove
 * the entry.
 */
export function EntryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const text = useEntryText();
  const { data: entry, error, refetch } = useQuery(entryQuery(business, id));
  const { data: locations = [] } = useQuery(locationsQuery(business));
  const location = locations.find((each) => each.id === entry?.location_id);
  const name = entry === undefined ? "" : text.client(entry);
  const isEditing = search.edit !== undefined && entry?.status === "waiting";
  if (isEditing && location !== undefined)
    return (
      <SidePanel title={t("editTitle", { name })} onClose={onClose}>
        <EntryForm location={location} entry={entry} onDone={() => change({ edit: undefined })} />
      </SidePanel>
    );
  const isLive = entry?.status === "waiting" || entry?.status === "offered";
  return (
    <SidePanel
      title={name === "" ? t("title") : name}
      onClose={onClose}
      {...(isLive ? { footer: <Actions entry={entry} name={name} onRemoved={onClose} /> } : {})}
    >
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {entry === undefined ? (
        error === null && <Skeleton height={240} />
      ) : (
        <Stack>
          {entry.client?.alert && (
            <Alert color="red" variant="light" icon={<Icon name="alert" />}>
              {entry.client.alert}
            </Alert>
          )}
          {entry.client !== null && (
            <Anchor component={Link} to={`/${business}/clients/${entry.client_id}` as never} size="sm">
              {t("openClient")}
            </Anchor>
          )}
          <EntryFacts entry={entry} timeZone={location?.time_zone ?? "UTC"} />
          {entry.appointment_id !== null && (
            <Anchor
              component={Link}
              to={`/${business}/calendar` as never}
              search={{ location: entry.location_id, open: entry.appointment_id } as never}
              size="sm"
            >
              {t("openAppointment")}
            </Anchor>
          )}
          {entry.offer !== null && <OfferCard entry={entry} timeZone={location?.time_zone ?? "UTC"} />}
          {entry.status === "waiting" && location !== undefined && (
            <FreeTimes entry={entry} location={location} />
          )}
        </Stack>
      )}
    </SidePanel>
  );
}

function Actions({
  entry,
  name,
  onRemoved,
}: {
  readonly entry: Entry;
  readonly name: string;
  readonly onRemoved: () => void;
}) {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const [, change] = useScreenSearch();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Group justify="space-between">
      <ActionButton
        operation="cancelWaitlistEntry"
        variant="subtle"
        color="red"
        onClick={() => setRemoving(true)}
      >
        {t("remove")}
      </ActionButton>
      <ActionButton
        operation="updateWaitlistEntry"
        variant="default"
        reason={entry.status === "offered" ? t("editOffered") : undefined}
        onClick={() => change({ edit: "1" })}
      >
        {t("edit")}
      </ActionButton>
      <ConfirmDialog
        name="removeWaiting"
        operation="cancelWaitlistEntry"
        changes={["waitlist", "appointments"]}
        record={isRemoving ? entry.id : undefined}
        title={t("removeTitle", { name })}
        text={t("removeHint")}
        action={t("remove")}
        run={(id) => api.delete("/businesses/{business}/waitlist/{entry}", { path: { business, entry: id } })}
        onClose={() => setRemoving(false)}
        onDone={onRemoved}
      />
    </Group>
  );
}
