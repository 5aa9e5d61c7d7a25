import { sandboxTexts } from "@daybook/i18n/sandbox";
import { shellTexts } from "@daybook/i18n/shell";
import { Badge } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { ROLE_KEYS } from "../../../ui/useBlockedReason.ts";

/** Lists the user's sandboxes, each with a link that opens the sandbox. */
export function SandboxList() {
  const t = useText(sandboxTexts);
  const shell = useText(shellTexts);
  const { id, me } = useBusiness();
  const sandboxes = me.memberships.filter(({ sandbox }) => sandbox);
  if (sandboxes.length === 0) return <EmptyNote title={t("empty")} hint={t("emptyHint")} />;
  return (
    <section aria-labelledby="sandboxes">
      <h2 id="sandboxes" style={{ marginBlock: "0 var(--mantine-spacing-xs)", fontSize: "1.0625rem" }}>
        {t("list")}
      </h2>
      <ul className={`surface ${list.list}`}>
        {sandboxes.map(({ business_id, business_name, role }) => (
          <li key={business_id}>
            {/* Loads a new page, as the account menu does when the user switches to another business. */}
            <a href={`/app/${business_id}/settings/sandbox`} className={list.row}>
              <span className={list.text}>
                <span className={list.name}>
                  {business_name}
                  {business_id === id && (
                    <Badge variant="default" tt="none">
                      {t("isOpen")}
                    </Badge>
                  )}
                </span>
                <span className={list.about}>{shell(ROLE_KEYS[role])}</span>
              </span>
              <Icon name="right" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
