import { kiosksTexts } from "@daybook/i18n/kiosks";
import { Group } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import list from "../../../ui/List.module.css";
import type { Kiosk } from "./queries.ts";

/** Shows a paired tablet with the time of its last request. */
export function KioskRow({
  kiosk,
  onRename,
  onRevoke,
}: {
  readonly kiosk: Kiosk;
  readonly onRename: () => void;
  readonly onRevoke: () => void;
}) {
  const t = useText(kiosksTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { name, created_at, last_seen_at } = kiosk;
  return (
    <li className={`${list.row} ${list.wraps}`}>
      <div className={list.text}>
        <div className={list.name}>{name}</div>
        <div className={list.about}>
          <span>{last_seen_at === null ? t("neverSeen") : t("lastSeen", { when: text(last_seen_at) })}</span>
          <span>{t("paired", { when: text(created_at) })}</span>
        </div>
      </div>
      <Group gap="xs">
        <ActionButton operation="updateKiosk" variant="subtle" onClick={onRename}>
          {t("rename")}
        </ActionButton>
        <ActionButton operation="revokeKiosk" variant="subtle" color="red" onClick={onRevoke}>
          {t("revoke")}
        </ActionButton>
      </Group>
    </li>
  );
}
