import { messagesTexts } from "@daybook/i18n/messages";
import { Badge, Switch } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { KINDS, type Kind } from "./drafts.ts";
import classes from "./Messages.module.css";

/** Lists the messages, each with a switch. Choosing a message shows its texts. */
export function MessageList({
  chosen,
  hours,
  isOn,
  hasOwnText,
  onChoose,
  onSwitch,
}: {
  readonly chosen: Kind;
  readonly hours: number;
  readonly isOn: (kind: Kind) => boolean;
  readonly hasOwnText: (kind: Kind) => boolean;
  readonly onChoose: (kind: Kind) => void;
  readonly onSwitch: (kind: Kind, isOn: boolean) => void;
}) {
  const t = useText(messagesTexts);
  const isBlocked = useBlockedReason("replaceMessageSettings") !== undefined;
  return (
    <ul className={`surface ${classes.list}`} aria-label={t("list")}>
      {KINDS.map((kind) => (
        <li key={kind} className={classes.item} data-chosen={kind === chosen || undefined}>
          <button
            type="button"
            className={classes.choose}
            aria-current={kind === chosen ? "true" : undefined}
            onClick={() => onChoose(kind)}
          >
            <span className={classes.name}>
              {t(kind)}
              {hasOwnText(kind) && (
                <Badge size="sm" variant="light" tt="none">
                  {t("own")}
                </Badge>
              )}
            </span>
            <span className={classes.hint}>
              {kind === "reminder" ? t("reminderHint", { count: hours }) : t(`${kind}Hint`)}
            </span>
          </button>
          <Switch
            data-operation="replaceMessageSettings"
            aria-label={t("send", { name: t(kind) })}
            checked={isOn(kind)}
            disabled={isBlocked}
            onChange={(event) => onSwitch(kind, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
