import { type ApiError, invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Visitor } from "../../../platform/http/htmlPage.ts";
import type { PageAnswer } from "../../../platform/http/page.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import type { AnswerProblem } from "./answers.ts";
import { linkedForms, openLink, showLinkedForms } from "./formLink.ts";
import { FormSubmissionInput, LinkedForms, MAX_SUBMISSION_BYTES, SubmittedForm } from "./formSchema.ts";
import { formsPage, refusedPage } from "./formsPage.ts";
import { readForm } from "./pageFields.ts";
import { submitForm } from "./submitForm.ts";

const tag = "Public";
const PATH = "/public/forms/:token";

/**
 * Maximum number of requests per minute from one IP address. All clients in a waiting room share one address. The limit need
 * not prevent guessing, because a token has 256 random bits.
 */
const PER_MINUTE = 60;

/**
 * Returns the routes to the forms of a link (app-operations, "Clients"): JSON for a kiosk, and for browsers a page that works
 * without a script. The token is the only credential.
 */
export function publicFormRoutes(context: Context): Route[] {
  const { database, clock } = context;
  const described =
    "Browsers receive an HTML page with the forms. Unknown, expired and replaced links return the same response.";
  return [
    route({
      method: "GET",
      path: PATH,
      access: { kind: "public" },
      operationId: "getLinkedForms",
      tag,
      summary: "Get forms through a forms link",
      description: described,
      data: LinkedForms,
      secretsInPath: ["token"],
      perAddressPerMinute: PER_MINUTE,
      page: { show: ({ params }) => showForms(context, params.token), refused: refusedPage },
      run: async ({ params }) => {
        const { forms } = await showLinkedForms(database, params.token, clock.now());
        return { data: forms };
      },
    }),
    route({
      method: "POST",
      path: PATH,
      access: { kind: "public" },
      operationId: "submitLinkedForm",
      tag,
      summary: "Submit a form through a forms link",
      description: `Each form can be submitted once. ${described}`,
      body: FormSubmissionInput,
      data: SubmittedForm,
      secretsInPath: ["token"],
      maxBodyBytes: MAX_SUBMISSION_BYTES,
      perAddressPerMinute: PER_MINUTE,
      page: { show: (visitor) => submitPage(context, visitor), refused: refusedPage },
      run: ({ params, body, address, storeResponse }) =>
        database.transaction(async (tx) => {
          const filled = await submitForm(tx, {
            token: params.token,
            formId: body.form_id,
            read: () => body,
            address,
            now: clock.now(),
          });
          if (filled.outcome === "completed") return storeResponse(tx, { data: filled.form });
          throw filled.outcome === "refused"
            ? refusalOf(filled.problems)
            : invalid({ path: "/form_id", message: "is a form that is already completed" });
        }),
    }),
  ];
}

async function showForms({ database, clock }: Context, token: string): Promise<PageAnswer> {
  const { link, forms } = await showLinkedForms(database, token, clock.now());
  return formsPage(forms, link.locale);
}

function refusalOf(problems: readonly AnswerProblem[]): ApiError {
  return invalid(...problems.map(({ path, message }) => ({ path, message })));
}

/** Submits the HTML form. Redirects to the page on success, or shows the page again with the problems. */
async function submitPage(
  context: Context,
  { params, form, address }: Visitor<{ readonly token: string }>,
): Promise<PageAnswer> {
  if (form === null) return showForms(context, params.token);
  const { database, clock } = context;
  const formId = form.get("form_id") ?? "";
  const filled = await database.transaction((tx) =>
    submitForm(tx, {
      token: params.token,
      formId,
      read: (fields) => readForm(form, fields),
      address,
      now: clock.now(),
    }),
  );
  // The redirect is relative, so that it works behind any reverse proxy. A second submission of the same form gets the same redirect.
  if (filled.outcome !== "refused") return { seeOther: params.token };
  const link = await openLink(database, params.token, clock.now());
  const forms = await linkedForms(database, link);
  // The link does not contain the submitted form, for example because a later version of the form has replaced it. The page
  // cannot show the problems of such a submission.
  if (!forms.forms.some(({ id }) => id === formId)) throw refusalOf(filled.problems);
  return formsPage(forms, link.locale, {
    formId,
    form,
    invalidFieldIds: new Set(filled.problems.flatMap(({ fieldId }) => fieldId ?? [])),
    isNameInvalid: filled.problems.some(({ path }) => path === "/signer_name"),
  });
}
