export { askedFormsOf, askedOfNewVisit, HAS_FORMS } from "./askedForms.ts";
export { eraseFormsOf, exportForms, moveForms } from "./clientForms.ts";
export { fillIn } from "./fillIn.ts";
export { makeLink } from "./formLink.ts";
export { Form } from "./formSchema.ts";
export { formRoutes } from "./routes.ts";
export { archiveTemplate, createTemplate } from "./templates.ts";
