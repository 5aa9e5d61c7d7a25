import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from "n8n-workflow";
import { events } from "../Daybook/definition";
import { businessPath, callApi } from "../Daybook/requests";
import { isSigned } from "./signature";

/** The number of recent event ids to store. The trigger uses the ids to recognise repeated deliveries. */
const REMEMBERED_EVENTS = 200;

/** Starts a workflow when an event happens in a business. */
export class DaybookTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Daybook Trigger",
    name: "daybookTrigger",
    icon: { light: "file:../../icons/daybook.svg", dark: "file:../../icons/daybook.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts the workflow when an event happens in Daybook",
    defaults: { name: "Daybook Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "daybookApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        required: true,
        default: [],
        options: events,
        description: "The events that start the workflow",
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData("node");
        if (stored.endpointId === undefined) return false;
        const path = `${await businessPath(this)}/webhooks`;
        let query: IDataObject = { limit: 100 };
        for (;;) {
          const { items, next_cursor: cursor } = await callApi(this, { path, query });
          const own = (items as IDataObject[]).find(({ id }) => id === stored.endpointId);
          if (own) return own.url === this.getNodeWebhookUrl("default") && own.status === "enabled";
          if (!cursor) return false;
          query = { limit: 100, cursor };
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData("node");
        const url = this.getNodeWebhookUrl("default") as string;
        const body = { url, events: this.getNodeParameter("events") as string[], source: "manual" };
        const path = `${await businessPath(this)}/webhooks`;
        const { id, secret } = await callApi(this, { method: "POST", path, body });
        Object.assign(stored, { endpointId: id, secret, seen: [] });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData("node");
        if (stored.endpointId === undefined) return true;
        const path = `${await businessPath(this)}/webhooks/${stored.endpointId as string}`;
        try {
          await callApi(this, { method: "DELETE", path });
        } catch (error) {
          // Ignores a 404 response, because the endpoint was already deleted in Daybook.
          if ((error as { httpCode?: string }).httpCode !== "404") return false;
        }
        delete stored.endpointId;
        delete stored.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject();
    const { secret, ...stored } = this.getWorkflowStaticData("node");
    const header = this.getHeaderData()["service-signature"];
    if (!isSigned(rawBody, String(header), String(secret), Date.now() / 1000)) {
      this.getResponseObject().status(401).send("The signature is not valid.").end();
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    const seen = (stored.seen ?? []) as string[];
    if (seen.includes(event.id as string)) return {};
    this.getWorkflowStaticData("node").seen = [...seen, event.id as string].slice(-REMEMBERED_EVENTS);
    return { workflowData: [this.helpers.returnJsonArray([event])] };
  }
}
