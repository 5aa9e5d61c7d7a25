import { shellTexts } from "@daybook/i18n/shell";
import { teamTexts } from "@daybook/i18n/team";
import { ApiError, type Appointment, type StaffMember } from "@daybook/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { dayProblem, type HoursDraft } from "../../../ui/hours/draft.ts";
import { ExceptionsEditor } from "../../../ui/hours/ExceptionsEditor.tsx";
import { WeekEditor } from "../../../ui/hours/WeekEditor.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { AffectedList } from "./AffectedList.tsx";
import { draftOf, hoursBody, newlyOutside } from "./hoursDraft.ts";
import { comingAppointments, type StaffHours } from "./queries.ts";

/** Edits a staff member's working hours. Before saving, lists the appointments outside the new hours. */
export function HoursForm({
  member,
  hours,
  onReload,
}: {
  readonly member: StaffMember;
  readonly hours: StaffHours;
  readonly onReload: () => void;
}) {
  const t = useText(teamTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const now = useNow();
  const { data: locations = [] } = useQuery(locationsQuery(business));
  const places = locations.filter(({ id }) => member.location_ids.includes(id));
  const saved = useRef(draftOf(hours));
  const [draft, setDraft] = useState<HoursDraft>(saved.current);
  const [affected, setAffected] = useState<readonly Appointment[]>([]);
  const isSaved = useRef(false);
  const problem = dayProblem(draft);
  const hasChanges = JSON.stringify(draft) !== JSON.stringify(saved.current);
  const change = (patch: Partial<HoursDraft>) => setDraft({ ...draft, ...patch });
  const write = useWrite({
    operation: "replaceStaffHours",
    changes: ["hours", "appointments"],
    run: async (sent: { readonly draft: HoursDraft; readonly isChecked: boolean }) => {
      if (!sent.isChecked) {
        const coming = await comingAppointments(business, member.id, member.location_ids, now());
        const zone = hours.time_zone;
        const outside = newlyOutside(coming, {
          before: saved.current,
          after: sent.draft,
          zone,
          staffId: member.id,
        });
        if (outside.length > 0) return outside;
      }
      const body = hoursBody(sent.draft, member.location_ids);
      await api.staff.replaceHours({ path: { business, staff: member.id }, body, ifMatch: hours.version });
      return [];
    },
  });
  const save = async (isChecked: boolean) => {
    const outside = await write.send({ draft, isChecked });
    if (outside === undefined) return;
    setAffected(outside);
    if (outside.length > 0) return;
    isSaved.current = true;
    showNotification({ message: t("saved"), withBorder: true });
  };
  const isOutdated = write.error instanceof ApiError && write.error.is("version_mismatch");
  return (
    <Stack>
      <UnsavedGuard isDirty={() => !isSaved.current && hasChanges} />
      <Text size="sm" c="dimmed">
        {t("zone", { zone: hours.time_zone.replaceAll("_", " ") })}
      </Text>
      <h2 className="visually-hidden">{t("week")}</h2>
      <WeekEditor week={draft.week} places={places} onChange={(week) => change({ week })} />
      <ExceptionsEditor
        exceptions={draft.exceptions}
        places={places}
        onChange={(exceptions) => change({ exceptions })}
      />
      <ProblemNote error={write.error} onRetry={() => void save(false)} />
      <Group justify="flex-end">
        {isOutdated && (
          <Button variant="default" onClick={onReload}>
            {t("reload")}
          </Button>
        )}
        <ActionButton
          operation="replaceStaffHours"
          loading={write.isSending}
          reason={problem === undefined ? undefined : t(problem)}
          onClick={() => void save(false)}
        >
          {shell("save")}
        </ActionButton>
      </Group>
      <Dialog
        name="hoursAffected"
        title={t("affectedTitle", { count: affected.length })}
        isOpen={affected.length > 0}
        onClose={() => setAffected([])}
      >
        <AffectedList
          appointments={affected}
          operation="replaceStaffHours"
          write={write}
          onSave={() => void save(true)}
          onClose={() => setAffected([])}
        />
      </Dialog>
    </Stack>
  );
}
