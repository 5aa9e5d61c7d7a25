import { utcText } from "@daybook/engine";
import { refuseIf } from "../../../kernel/errors.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { documentOf } from "../../../platform/http/page.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { formsPage } from "./formsPage.ts";
import { applyChanges, EMPTY_DRAFT } from "./templateDraft.ts";
import type { FormTemplateInput } from "./templateSchema.ts";

/**
 * Returns the page of a saved or unsaved form as clients see it, without its script. Throws `validation_failed` for an invalid form. Does
 * not check the services, because the page does not show them.
 */
export async function previewTemplate(
  reader: Reader,
  businessId: string,
  input: FormTemplateInput,
): Promise<string> {
  const { draft, problems } = applyChanges(EMPTY_DRAFT, input);
  refuseIf(problems);
  const { name, locale } = await businessRecord(reader, businessId);
  const { script: _script, ...page } = formsPage(
    {
      business_name: name,
      expires_at: utcText(0),
      forms: [{ id: NIL_ID, name: draft.name, status: "pending", fields: [...draft.fields] }],
    },
    locale,
  );
  return documentOf(page).markup;
}
