import { auditTexts } from "@daybook/i18n/audit";
import { calendarTexts } from "@daybook/i18n/calendar";
import { clientsTexts } from "@daybook/i18n/clients";
import { walletTexts } from "@daybook/i18n/wallet";
import type { Screen } from "../../../base/screen.ts";

export const clientScreens: readonly Screen[] = [
  {
    path: "clients",
    entry: "clients",
    isStart: true,
    needs: "listClients",
    texts: [clientsTexts],
    load: () => import("./ClientsPage.tsx"),
  },
  {
    path: "clients/$client",
    entry: "clients",
    needs: "getClient",
    // The client's file shows statuses of appointments with the calendar's messages, and changed fields with the audit log's messages.
    texts: [clientsTexts, calendarTexts, walletTexts, auditTexts],
    load: () => import("./ClientPage.tsx"),
  },
];
