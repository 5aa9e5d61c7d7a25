import { auditTexts } from "@daybook/i18n/audit";
import type { ItemOf } from "@daybook/sdk";
import { Text, UnstyledButton } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import table from "../../../ui/Table.module.css";
import { useFieldName } from "./useFieldName.ts";

type Entry = ItemOf<"/businesses/{business}/audit-log">;

/** Shows an audit log entry with the actor, operation and time. When expanded, also shows each field before and after the change. */
export function AuditRow({
  entry,
  isOpen,
  onToggle,
}: {
  readonly entry: Entry;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const t = useText(auditTexts);
  const { record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { actor, entity, action, created_at, address } = entry;
  return (
    <li>
      <UnstyledButton className={list.row} w="100%" aria-expanded={isOpen} onClick={onToggle}>
        <span className={list.text}>
          <span className={list.name}>
            {t(`entity_${entity}` as const)} · {t(action)}
          </span>
          <span className={list.about}>
            <span className="numbers">{text(created_at)}</span>
            <span>{actor.label ?? t(actor.kind === "public" ? "actorPublic" : "actorSystem")}</span>
            {address !== null && <span className="numbers">{t("address", { address })}</span>}
          </span>
        </span>
        <Icon name={isOpen ? "down" : "right"} size={18} />
      </UnstyledButton>
      {isOpen && <Values entry={entry} />}
    </li>
  );
}

function Values({ entry: { before, after, erased_at } }: { readonly entry: Entry }) {
  const t = useText(auditTexts);
  const nameOf = useFieldName();
  if (erased_at !== null)
    return (
      <Text size="sm" px="md" pb="sm">
        {t("erased")}
      </Text>
    );
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const valueText = (value: unknown) => {
    if (value === undefined || value === null) return "–";
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("before")}</th>
            <th scope="col">{t("after")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              <td>{valueText(before?.[field])}</td>
              <td>{valueText(after?.[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
