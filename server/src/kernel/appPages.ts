/** Paths of pages of the business app that e-mails link to, below the address of the installation. */
export const appPages = {
  webhooks: (businessId: string) => `/app/${businessId}/settings/webhooks`,
};
