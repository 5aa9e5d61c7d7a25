import { Type } from "typebox";
import { input } from "../../../platform/http/shapes.ts";
import { Client } from "../../clients/clients/index.ts";

const { first_name, last_name, phone_e164, custom_fields } = Client.properties;

export const OnlineClientInput = input(
  "OnlineClientInput",
  "A new client with the verified e-mail address or phone number",
  {
    first_name,
    last_name: Type.Optional(last_name),
    email: Type.Optional(
      Type.String({
        format: "email",
        maxLength: 254,
        description: "If an e-mail address is verified, only that address is accepted",
      }),
    ),
    phone_e164: Type.Optional(phone_e164),
    custom_fields: Type.Optional(custom_fields),
  },
);
