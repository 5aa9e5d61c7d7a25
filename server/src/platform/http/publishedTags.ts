import type { JsonObject } from "./publishedSchemas.ts";

/** What the operations under a heading are about, a sentence each; a new heading wants one here. */
const TAGS: Readonly<Record<string, string>> = {
  Account: "Who is calling, the business and the questions it asks of its clients.",
  "API keys": "What programs call with: made, listed and revoked by the owner.",
  Appointments: "Free times, and the visits of clients from booking to completion.",
  "Audit log": "Who did what, when, from where, and what it was before.",
  Blocks: "Time taken out of the calendar by hand.",
  Clients: "The people who come, and what the team knows of them.",
  Events: "What happened in the business: as subscribers are sent it, and to be read from any point on.",
  Forms: "What clients are asked before a visit, and what they answered.",
  Locations: "The places of the business, with their hours, rooms and machines.",
  Members: "Users who belong to the business, and invitations to become one.",
  Menu: "Services and the headings they stand under.",
  Payments: "Money taken and given back, and the account online payments go to.",
  Policies: "What the business asks of those who book: windows, fees, deposits, in versions.",
  Public: "What is open to whoever holds a link, and to the payment provider.",
  Sales: "The till: what was sold, what was paid, and what can be sold besides services.",
  "Signing in":
    "Accounts and sessions of people. These stand below `/api/auth`, and their successes have no envelope.",
  Team: "Staff members, when they work and when they are away.",
  Webhooks: "URLs that are told of events, what was sent to them, and the secrets that sign it.",
};

/** A tag as the document lists it. */
export function tagged(name: string): JsonObject {
  const description = TAGS[name];
  return description === undefined ? { name } : { name, description };
}
