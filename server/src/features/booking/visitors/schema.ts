import { Type } from "typebox";
import { described, Id, input, record, utc, words } from "../../../platform/http/shapes.ts";
import { LANGUAGES } from "../../business/booking-page/index.ts";

const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "E-mail address of the visitor",
  examples: ["zoe@example.com"],
});

const Phone = Type.String({
  // At least seven digits, so that no code is sent to a short code.
  pattern: "^\\+[1-9]\\d{6,14}$",
  description: "Phone number in E.164, if the business has `codes_by_phone`",
  examples: ["+4917612345678"],
});

export const VisitorCodeInput = input(
  "VisitorCodeInput",
  "The e-mail address or the phone number to verify",
  {
    email: Type.Optional(Email),
    phone_e164: Type.Optional(Phone),
    language: Type.Optional(
      words(
        LANGUAGES,
        "Language of the message; default: the language of the business if supported, otherwise English",
      ),
    ),
  },
);

export const VisitorCode = record("VisitorCode", "A one-time code that was requested", {
  id: described(Id, "Send the code to this id"),
  sent_to: Type.String({ description: "The address or number as sent", examples: ["zoe@example.com"] }),
});

export const SubmittedCodeInput = input("SubmittedCodeInput", "The code from the message", {
  code: Type.String({ pattern: "^[0-9]{6}$", description: "Six digits", examples: ["204816"] }),
  hold_token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "The visitor's hold, which is extended to ten minutes",
      examples: ["hB7qW2exampleexampleexampleexampleexampleex"],
    }),
  ),
  remember: Type.Optional(
    Type.Boolean({ default: false, description: "The token stays valid for 90 days instead of 30 minutes" }),
  ),
});

const VisitorPerson = record(
  "VisitorPerson",
  "A client of the business with the verified e-mail address or phone number",
  {
    ref: described(Id, "Send as `person` to book for this client"),
    first_name: Type.String({ description: "First name", examples: ["Zoë"] }),
  },
);

const people = Type.Array(VisitorPerson, {
  description:
    "Clients with this address or number, sorted by first name. If empty, the visitor books as a new client",
});

export const VisitorPeople = record("VisitorPeople", "The clients for whom a visitor can book", { people });

export const Visitor = record("Visitor", "A visitor with a verified e-mail address or phone number", {
  visitor_token: Type.String({
    description: "Send in the header `Visitor-Token`. No other response contains the token",
    examples: ["kD3vUq0mX8exampleexampleexampleexampleexam"],
  }),
  expires_at: utc("When the token expires"),
  people,
});
