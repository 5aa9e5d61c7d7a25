import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { showNotification } from "@mantine/notifications";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { refresh } from "../../../base/queries.ts";
import { useProblemOf } from "../../../ui/problem.ts";
import type { BlockChange } from "./changes.ts";
import { useUndo } from "./undo.tsx";

/**
 * Returns a function that moves or resizes a block and shows an undo button. The function asks for no confirmation, because clients get no
 * messages about blocks.
 */
export function useBlockMove(): (change: BlockChange) => Promise<void> {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const problemOf = useProblemOf();
  const offerUndo = useUndo();
  return async ({ block, startsAt, endsAt, subject }) => {
    const path = { business, block: block.id };
    const isSame =
      Date.parse(block.starts_at) === startsAt &&
      Date.parse(block.ends_at) === endsAt &&
      ("staff_id" in subject
        ? subject.staff_id === block.staff_id
        : subject.resource_id === block.resource_id);
    if (isSame) return;
    try {
      const body = {
        ...subject,
        starts_at: new Date(startsAt).toISOString(),
        ends_at: new Date(endsAt).toISOString(),
      };
      const after = await api.blocks.update({ path, body, ifMatch: block.version });
      await refresh(business, ["blocks"]);
      offerUndo(t("blockMoved", { label: block.label ?? t("blocked") }), async () => {
        const { starts_at, ends_at, staff_id, resource_id } = block;
        const before = staff_id === null ? { resource_id } : { staff_id };
        await api.blocks.update({ path, body: { ...before, starts_at, ends_at }, ifMatch: after.version });
      });
    } catch (error) {
      const closeButtonProps = { "aria-label": shell("close") };
      showNotification({ color: "red", withBorder: true, closeButtonProps, message: problemOf(error).text });
      await refresh(business, ["blocks"]);
    }
  };
}
