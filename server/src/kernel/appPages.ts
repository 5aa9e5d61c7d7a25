/** Paths of the business app's pages that e-mails link to, relative to the installation's URL. */
export const appPages = {
  webhooks: (businessId: string) => `/app/${businessId}/settings/webhooks`,
};
