import { shellTexts } from "@daybook/i18n/shell";
import { useText } from "../base/language.tsx";
import { useIsOnline } from "../base/online.ts";
import { Icon } from "../ui/Icon.tsx";
import classes from "./Shell.module.css";

export function OfflineBanner() {
  const t = useText(shellTexts);
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <div className={classes.offline}>
          <Icon name="offline" />
          {t("offline")}
        </div>
      )}
    </div>
  );
}
