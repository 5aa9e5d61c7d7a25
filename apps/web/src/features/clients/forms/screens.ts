import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const formTemplateScreens: readonly Screen[] = [
  {
    path: "settings/forms",
    entry: "settings",
    needs: "createFormTemplate",
    texts: [formBuilderTexts, settingsTexts],
    load: () => import("./FormTemplatesPage.tsx"),
  },
  {
    path: "settings/forms/$template",
    entry: "settings",
    needs: "createFormTemplate",
    texts: [formBuilderTexts],
    load: () => import("./FormTemplatePage.tsx"),
  },
];
