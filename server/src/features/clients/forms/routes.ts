import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import type { EmailOutbox } from "../../../platform/email/index.ts";
import { API_PREFIX, appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { listClientForms } from "./clientForms.ts";
import { createFormsLink } from "./formLink.ts";
import { FormPage, FormsLink } from "./formSchema.ts";
import { previewTemplate } from "./previewTemplate.ts";
import { publicFormRoutes } from "./publicRoutes.ts";
import { sendFormsRoute } from "./sendFormsRoute.ts";
import {
  ClientFormQuery,
  FormPreview,
  FormTemplate,
  FormTemplateChanges,
  FormTemplateInput,
  FormTemplatePage,
  FormTemplateQuery,
} from "./templateSchema.ts";
import { archiveTemplate, createTemplate, listTemplates, readTemplate, updateTemplate } from "./templates.ts";

const tag = "Forms";
const TEMPLATES = "/businesses/:business/form-templates";
const ONE = `${TEMPLATES}/:form_template` as const;
const access = appOnly("owner", "manager");
const readAccess = appOnly("owner", "manager", "reception", "staff");

/** Returns the routes of form templates, links to the forms of an appointment, the forms of a client, and the public page. */
export function formRoutes(context: Context, emailOutbox: EmailOutbox): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: TEMPLATES,
      access: readAccess,
      operationId: "listFormTemplates",
      tag,
      summary: "List form templates",
      description: "Oldest first. Clients fill in the forms in the same order.",
      query: FormTemplateQuery,
      data: FormTemplatePage,
      run: async ({ businessId, query }) => ({ data: await listTemplates(database, businessId, query) }),
    }),
    route({
      method: "GET",
      path: ONE,
      access: readAccess,
      operationId: "getFormTemplate",
      tag,
      summary: "Get a form template",
      data: FormTemplate,
      run: async ({ businessId, params }) => ({
        data: await readTemplate(database, businessId, params.form_template),
      }),
    }),
    route({
      method: "POST",
      path: TEMPLATES,
      access,
      operationId: "createFormTemplate",
      tag,
      summary: "Create a form template",
      description:
        "New appointments with one of the services in `service_ids` require the form. `frequency` determines how often.",
      body: FormTemplateInput,
      data: FormTemplate,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createTemplate(tx, businessId, body, clock.now())),
    }),
    route({
      method: "POST",
      path: `${TEMPLATES}/preview`,
      access,
      operationId: "previewFormTemplate",
      tag,
      summary: "Preview a form template",
      description: "Returns the form as clients see it, in the language of the business. Changes nothing.",
      body: FormTemplateInput,
      data: FormPreview,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: { html: await previewTemplate(tx, businessId, body) } }),
        ),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access,
      operationId: "updateFormTemplate",
      tag,
      summary: "Update a form template",
      description:
        "Absent fields keep their values. A list replaces the whole list. After the first submission, a change creates the next `version`. Submitted forms keep their version.",
      body: FormTemplateChanges,
      data: FormTemplate,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateTemplate(tx, businessId, params.form_template, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access,
      operationId: "archiveFormTemplate",
      tag,
      summary: "Archive a form template",
      description: "New appointments no longer require the form. Submitted forms are kept.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveTemplate(tx, businessId, params.form_template, clock.now())),
    }),
    route({
      method: "POST",
      path: "/businesses/:business/appointments/:appointment/forms/link",
      access: scoped("appointments:write"),
      operationId: "createFormsLink",
      tag,
      summary: "Create a link to the forms of an appointment",
      description:
        "The client or a kiosk can submit the due forms through the link for 24 hours. A new link replaces the earlier link from this operation. Links that the client received by e-mail or when booking online stay valid.",
      data: FormsLink,
      ignoresIdempotencyKey: true,
      dryRunsWithout: ["url"],
      run: ({ businessId, caller, params, storeResponse }) => {
        const request = {
          businessId,
          appointmentId: params.appointment,
          own: ownOnly(caller, businessId),
          now: clock.now(),
        };
        return database.transaction(async (tx) => {
          const { token, ...link } = await createFormsLink(tx, request);
          const url = `${emailOutbox.address()}${API_PREFIX}/public/forms/${token}`;
          return storeResponse(tx, { data: { url, ...link } });
        });
      },
    }),
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/forms",
      access: scoped("clients:read"),
      operationId: "listClientForms",
      tag: "Clients",
      summary: "List the forms of a client",
      description: "Newest first.",
      query: ClientFormQuery,
      data: FormPage,
      large: true,
      run: async ({ businessId, caller, params, query }) => ({
        data: await listClientForms(database, businessId, {
          ...query,
          clientId: params.client,
          own: ownOnly(caller, businessId),
        }),
      }),
    }),
    sendFormsRoute(context, emailOutbox),
    ...publicFormRoutes(context),
  ];
}
