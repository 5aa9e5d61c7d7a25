import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { useText } from "../../../base/language.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import classes from "./ShortcutsDialog.module.css";

/** Lists the calendar's keyboard shortcuts: those for the whole page and those for a focused card. */
export default function ShortcutsDialog({
  hasRooms,
  onClose,
}: {
  readonly hasRooms: boolean;
  readonly onClose: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const groups = [
    {
      title: t("title"),
      keys: [
        ["N", t("newAppointment")],
        ["T", t("today")],
        ["D", t("day")],
        ...(hasRooms ? [["R", t("rooms")]] : []),
        ["W", t("week")],
        ["M", t("month")],
        ["L", t("list")],
        ["J", t("keyForward")],
        ["K", t("keyBack")],
        ["/", shell("search")],
        ["?", shell("shortcuts")],
      ],
    },
    {
      title: t("keysOnCard"),
      keys: [
        ["← ↑ ↓ →", t("keyWalk")],
        ["Alt + ← ↑ ↓ →", t("keyMove")],
        ["Alt + Shift + ↑ ↓", t("doResize")],
        ["Enter", t("keyEnter")],
        ["Esc", t("keyEscape")],
      ],
    },
  ];
  return (
    <Dialog name="shortcuts" title={shell("shortcuts")} size="sm" isOpen onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, text]) => (
              <div key={key}>
                <dt>{text}</dt>
                <dd>
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
