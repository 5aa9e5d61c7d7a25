import { auditTexts } from "@daybook/i18n/audit";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const auditScreens: readonly Screen[] = [
  {
    path: "settings/audit-log",
    entry: "settings",
    needs: "listAuditEntries",
    texts: [auditTexts, settingsTexts],
    load: () => import("./AuditLogPage.tsx"),
  },
];
