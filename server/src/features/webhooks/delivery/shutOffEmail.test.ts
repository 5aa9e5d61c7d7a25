import { expect, test } from "vitest";
import { shutOffEmail } from "./shutOffEmail.ts";

const endpoint = {
  businessName: "Salon",
  timeZone: "Europe/Berlin",
  origin: "https://hooks.example.com",
  failingSince: Date.UTC(2027, 2, 1, 8, 30),
  lastError: "returned 500",
  link: "https://book.example.com/app/1/settings/webhooks",
};

test("the e-mail names the host, the last error and the local time since when, in the language of the business", () => {
  const lineOf = (locale: string) => {
    const { subject, text } = shutOffEmail({ ...endpoint, locale });
    expect(text).toContain("\n    https://hooks.example.com\n");
    expect(text).toContain(": returned 500\n");
    expect(text).toContain("\nhttps://book.example.com/app/1/settings/webhooks\n");
    return [subject, /\n {4}(.*2027.*)\n/.exec(text)?.[1]];
  };
  expect(lineOf("de-DE")).toEqual([
    "Ein Webhook von Salon wurde abgeschaltet",
    "Fehlgeschlagen seit: 1. März 2027 um 09:30:00 MEZ",
  ]);
  expect(lineOf("en-GB")).toEqual([
    "A webhook of Salon was disabled",
    "Failing since: 1 March 2027 at 09:30:00 CET",
  ]);
  expect(lineOf("pl-PL")).toEqual(lineOf("en-GB"));
  expect(lineOf("fr-FR")[0]).toBe("Un webhook de Salon a été désactivé");
  expect(lineOf("es")[0]).toBe("Se ha desactivado un webhook de Salon");
});
