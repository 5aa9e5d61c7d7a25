import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

// Makes n8n write its settings to a temporary folder instead of the user's home folder.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), "daybook-n8n-"));
const load = createRequire(import.meta.url);
load("reflect-metadata");
const core = load("n8n-core");
const engine = load("n8n-workflow");
const { Daybook } = load("../dist/nodes/Daybook/Daybook.node.js");
const { DaybookTrigger } = load("../dist/nodes/DaybookTrigger/DaybookTrigger.node.js");
const { DaybookApi } = load("../dist/credentials/DaybookApi.credentials.js");

export type Values = Record<string, unknown>;
export interface Credentials {
  readonly address: string;
  readonly apiKey: string;
}

const nodes: Record<string, { description: { version: number } }> = {
  daybook: new Daybook(),
  daybookTrigger: new DaybookTrigger(),
};

/** Passes a test's credentials to n8n's engine, and adds them to requests as the credential type declares. */
class TestCredentials extends engine.ICredentialsHelper {
  readonly #values: Credentials;
  constructor(values: Credentials) {
    super();
    this.#values = values;
  }
  getParentTypes() {
    return [];
  }
  async getDecrypted() {
    return this.#values;
  }
  async preAuthentication() {
    return undefined;
  }
  async runPreAuthentication() {
    return undefined;
  }
  async authenticate(credentials: Credentials, _type: string, request: { headers?: Values }) {
    const declared: Record<string, string> = new DaybookApi().authenticate.properties.headers;
    const headers = Object.entries(declared).map(([name, value]) => [
      name,
      value.slice(1).replace("{{$credentials.apiKey}}", credentials.apiKey),
    ]);
    return { ...request, headers: { ...request.headers, ...Object.fromEntries(headers) } };
  }
}

/** Creates a workflow with one node for n8n's engine. */
function workflowOf(
  type: "daybook" | "daybookTrigger",
  parameters: Values,
  credentials: Credentials,
  staticData: Values,
) {
  const node = {
    id: "1",
    name: "Node",
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters,
    credentials: { daybookApi: { id: "1", name: "Daybook" } },
  };
  const nodeTypes = {
    getByName: (name: string) => nodes[name],
    getByNameAndVersion: (name: string) => nodes[name],
    getKnownTypes: () => ({}),
  };
  const workflow = new engine.Workflow({
    id: "1",
    nodes: [node],
    connections: {},
    active: true,
    nodeTypes,
    staticData: { "node:Node": staticData },
  });
  const additionalData = {
    credentialsHelper: new TestCredentials(credentials),
    executionId: "1",
    restApiUrl: "",
    instanceBaseUrl: "",
    webhookBaseUrl: "",
    webhookTestBaseUrl: "",
    webhookWaitingBaseUrl: "",
    formWaitingBaseUrl: "",
    variables: {},
    setExecutionStatus: () => {},
    hooks: new core.ExecutionLifecycleHooks("manual", "1", {
      id: "1",
      name: "Test",
      nodes: [node],
      connections: {},
    }),
  };
  return { workflow, node: workflow.getNode("Node"), additionalData };
}

/** Runs the Daybook node with an empty item. Returns its output or throws its error. */
export async function runNode(parameters: Values, credentials: Credentials): Promise<Values[]> {
  const { workflow, node, additionalData } = workflowOf("daybook", parameters, credentials, {});
  const run = await new core.WorkflowExecute(additionalData, "manual").run(workflow, node);
  const { error, runData } = run.data.resultData;
  if (error) throw error;
  const [items] = runData.Node[0].data.main;
  return items.map(({ json }: { json: Values }) => json);
}

/** Reads the options of a form field that n8n loads from the API. */
export async function searchList(key: string, credentials: Credentials, filter?: string) {
  const { workflow, node, additionalData } = workflowOf("daybook", {}, credentials, {});
  const context = new core.LoadOptionsContext(workflow, node, additionalData, "");
  return new Daybook().methods.listSearch[key].call(context, filter);
}

/**
 * Returns functions that call a trigger node's hooks. n8n calls these hooks when a workflow is activated or deactivated.
 * `stored` is the node's static data.
 */
export function triggerNode(events: readonly string[], url: string, credentials: Credentials) {
  const stored: Values = {};
  const made = workflowOf("daybookTrigger", { events }, credentials, stored);
  const { workflow, node, additionalData } = made;
  const hooks = new DaybookTrigger().webhookMethods.default;
  const context = () => {
    const own = new core.HookContext(workflow, node, additionalData, "trigger", "activate");
    own.getNodeWebhookUrl = () => url;
    own.getWorkflowStaticData = () => stored;
    return own;
  };
  return {
    stored,
    checkExists: (): Promise<boolean> => hooks.checkExists.call(context()),
    create: (): Promise<boolean> => hooks.create.call(context()),
    delete: (): Promise<boolean> => hooks.delete.call(context()),
    /** Passes a delivery to the node. Returns the output and the response status. */
    async receive(headers: Values, rawBody: string) {
      // The node compares the signature's time with its own clock, which differs from the test server's clock.
      const [, seconds] = /t=(\d+)/.exec(String(headers["service-signature"])) ?? [];
      if (seconds !== undefined) vi.spyOn(Date, "now").mockReturnValue(Number(seconds) * 1000);
      let status = 200;
      const response = {
        status: (code: number) => {
          status = code;
          return response;
        },
        send: () => response,
        end() {},
      };
      const request = { headers, rawBody: Buffer.from(rawBody), body: JSON.parse(rawBody) };
      const data = { ...additionalData, httpRequest: request, httpResponse: response };
      const own = new core.WebhookContext(workflow, node, data, "trigger", {}, [], null);
      own.getWorkflowStaticData = () => stored;
      const result = await new DaybookTrigger().webhook.call(own);
      vi.restoreAllMocks();
      const output: Values[] = (result.workflowData?.[0] ?? []).map(({ json }: { json: Values }) => json);
      return { status, output };
    },
  };
}
