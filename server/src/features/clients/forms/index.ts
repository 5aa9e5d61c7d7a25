export { eraseForms, exportForms, moveForms } from "./clientForms.ts";
export { businessOfFormsLink, createFormsLink, revokeFormsLinks, showLinkedForms } from "./formLink.ts";
export { Form, LinkedForms } from "./formSchema.ts";
export { requiredFormsForBooking, requiredFormsOf } from "./requiredForms.ts";
export { formRoutes } from "./routes.ts";
export { submitForm } from "./submitForm.ts";
export { archiveTemplate, createTemplate } from "./templates.ts";
