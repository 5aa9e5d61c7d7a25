import { menuTexts } from "@daybook/i18n/menu";
import type { Screen } from "../../../base/screen.ts";

export const menuScreens: readonly Screen[] = [
  {
    path: "menu",
    entry: "menu",
    isStart: true,
    needs: "listServices",
    texts: [menuTexts],
    load: () => import("./MenuPage.tsx"),
  },
];
