import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from "n8n-workflow";

/** The address of a Daybook installation and an API key of a business. */
export class DaybookApi implements ICredentialType {
  name = "daybookApi";

  displayName = "Daybook API";

  icon: Icon = { light: "file:../icons/daybook.svg", dark: "file:../icons/daybook.dark.svg" };

  documentationUrl = "https://daybook.example/connectors/n8n";

  properties: INodeProperties[] = [
    {
      displayName: "Address",
      name: "address",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://book.example.com",
      description: "The address of your Daybook",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "Create it in Daybook under Settings, API keys. It begins with dbk_.",
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.address.replace(/\\/+$/, "")}}/api/v1',
      url: "/me",
    },
  };
}
