export default {
  title: "Export",
  intro:
    "Everything of your business in one file: to move it to another Daybook installation, or to keep it. It contains all records, photos, and tables of clients, appointments and sales for a spreadsheet.",
  leftOut:
    "Passwords, API keys, webhook secrets and the connection to Stripe are never in the file. It has the data of all your clients, so store it safely.",
  create: "Create an export",
  isBeingMade: "One export at a time",
  empty: "No export yet",
  emptyHint: "An export takes up to a few minutes. You can leave this page meanwhile.",
  statusQueued: "Waiting",
  statusRunning: "Being made",
  statusReady: "Ready",
  statusFailed: "Failed",
  statusExpired: "Expired",
  until: "Available until {time}",
  failedHint: "The file could not be written. Create another export.",
  expiredHint: "The file was deleted.",
  download: "Download",
} as const;
