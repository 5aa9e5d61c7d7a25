/** Paths of pages of the business app that e-mails link to, relative to the installation's URL. */
export const appPages = {
  webhooks: (businessId: string) => `/app/${businessId}/settings/webhooks`,
};
