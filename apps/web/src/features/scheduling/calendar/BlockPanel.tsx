import { MINUTE, zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import type { Block } from "@daybook/sdk";
import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { BlockForm } from "./BlockForm.tsx";
import { timeText } from "./bookingStart.ts";
import { dateAt, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/** Shows a block. The user can change the block, delete it, or delete it with the later blocks of its series. */
export function BlockPanel({
  block,
  calendar,
  onClose,
}: {
  readonly block: Block;
  readonly calendar: Calendar;
  readonly onClose: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const [isAsking, setAsking] = useState(false);
  const zone = zoneNamed(block.time_zone);
  const time = (text: string) => formats.time(wallMinutesAt(zone, Date.parse(text)));
  const startsAt = Date.parse(block.starts_at);
  const name = block.label ?? t("blocked");
  const write = useWrite({
    operation: "deleteBlock",
    changes: ["blocks"],
    run: (following: boolean) =>
      api.blocks.delete({ path: { business, block: block.id }, query: following ? { following: true } : {} }),
  });
  const remove = (following: boolean) =>
    void write.send(following).then((done) => done !== undefined && onClose());
  return (
    <SidePanel title={name} onClose={onClose}>
      <Stack>
        <BlockForm
          key={block.version}
          calendar={calendar}
          block={block}
          start={{
            date: dateAt(zone, startsAt),
            time: timeText(wallMinutesAt(zone, startsAt)),
            minutes: (Date.parse(block.ends_at) - startsAt) / MINUTE,
            staffId: block.staff_id ?? undefined,
            roomId: block.resource_id ?? undefined,
            isBlock: true,
          }}
          onDone={onClose}
        />
        <ActionButton operation="deleteBlock" variant="default" onClick={() => setAsking(true)}>
          {t("removeBlock")}
        </ActionButton>
      </Stack>
      <Dialog
        name="removeBlock"
        title={t("removeBlockTitle", { name })}
        size="sm"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <Stack>
          <Text className="numbers">
            {formats.longDay(dateAt(zone, Date.parse(block.starts_at)))}, {time(block.starts_at)}–
            {time(block.ends_at)}
          </Text>
          <ProblemNote error={write.error} />
          <DialogActions>
            <Button variant="default" onClick={() => setAsking(false)}>
              {shell("close")}
            </Button>
            {block.series_id !== null && (
              <ActionButton
                operation="deleteBlock"
                variant="default"
                loading={write.isSending}
                onClick={() => remove(true)}
              >
                {t("removeFollowing")}
              </ActionButton>
            )}
            <ActionButton
              operation="deleteBlock"
              color="red"
              loading={write.isSending}
              onClick={() => remove(false)}
            >
              {t("removeBlock")}
            </ActionButton>
          </DialogActions>
        </Stack>
      </Dialog>
    </SidePanel>
  );
}
