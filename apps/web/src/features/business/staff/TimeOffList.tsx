import { teamTexts } from "@daybook/i18n/team";
import type { StaffMember } from "@daybook/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import type { StaffHours } from "./queries.ts";
import { TimeOffForm } from "./TimeOffForm.tsx";
import classes from "./team.module.css";

/** Lists a staff member's time off, with a form to add or change time off. */
export function TimeOffList({ member, hours }: { readonly member: StaffMember; readonly hours: StaffHours }) {
  const t = useText(teamTexts);
  const { id: business } = useBusiness();
  const text = useInstantText(hours.time_zone);
  const [editing, setEditing] = useState<string>();
  const [removing, setRemoving] = useState<StaffHours["time_off"][number]>();
  const edited = hours.time_off.find(({ id }) => id === editing);
  const timesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
    `${text(starts_at)} – ${text(ends_at)}`;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("zone", { zone: hours.time_zone.replaceAll("_", " ") })}
      </Text>
      {hours.time_off.length === 0 ? (
        <Text c="dimmed">{t("noTimeOff")}</Text>
      ) : (
        <ul className={`surface ${classes.list}`}>
          {hours.time_off.map((each) => (
            <li key={each.id} className={classes.row}>
              <span>
                <span className="numbers">{timesOf(each)}</span>
                {each.label !== null && (
                  <Text size="sm" c="dimmed">
                    {each.label}
                  </Text>
                )}
              </span>
              <Group gap="xs" wrap="nowrap">
                <ActionButton operation="updateTimeOff" variant="subtle" onClick={() => setEditing(each.id)}>
                  {t("editTimeOff")}
                </ActionButton>
                <ActionButton
                  operation="deleteTimeOff"
                  variant="subtle"
                  color="red"
                  onClick={() => setRemoving(each)}
                >
                  {t("removeTimeOff")}
                </ActionButton>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {edited === undefined ? (
        <TimeOffForm key="new" member={member} timeZone={hours.time_zone} />
      ) : (
        <TimeOffForm
          key={edited.id}
          member={member}
          timeZone={hours.time_zone}
          timeOff={edited}
          onDone={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        name="removeTimeOff"
        operation="deleteTimeOff"
        changes={["hours"]}
        record={removing}
        title={t("removeTimeOffTitle")}
        text={t("removeTimeOffHint", {
          name: member.display_name,
          times: removing === undefined ? "" : timesOf(removing),
        })}
        action={t("removeTimeOff")}
        run={({ id }) => api.staff.deleteTimeOff({ path: { business, staff: member.id, time_off: id } })}
        onClose={() => setRemoving(undefined)}
      />
    </Stack>
  );
}
