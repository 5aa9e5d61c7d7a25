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
    // The client's file uses the calendar's messages for the statuses of appointments.
    texts: [clientsTexts, calendarTexts, walletTexts],
    load: () => import("./ClientPage.tsx"),
  },
];
