export default {
  title: "Connectors",
  intro:
    "Let an automation platform react to appointments, clients and payments, and book or change them. Each platform gets an API key of its own.",
  needsHttps:
    "These platforms need an https address that the internet can reach. This Daybook is open at {address}.",
  zapier: "Zapier",
  zapierAbout: "Connects Daybook with thousands of apps, without programming",
  zapierInstall:
    "Install Daybook’s app in your Zapier account, from the folder connectors/zapier. It is not in Zapier’s directory yet. “Webhooks by Zapier” works without it.",
  make: "Make",
  makeAbout: "Builds scenarios from modules, without programming",
  makeInstall:
    "Deploy Daybook’s app in your Make account, from the folder connectors/make. It is not in Make’s directory yet. The HTTP and Webhooks modules work without it.",
  n8n: "n8n",
  n8nAbout: "Runs workflows on your own server or in the cloud",
  n8nInstall:
    "Install Daybook’s nodes in your n8n, from the folder connectors/n8n. The HTTP Request and Webhook nodes work without them.",
  mcp: "Assistants (MCP)",
  mcpAbout: "Lets an assistant find free times, book, move and cancel, in a conversation",
  mcpInstall:
    "In your assistant, open the settings for MCP servers (often called connectors) and add a remote server.",
  mcpConnect: "Enter the address, and the key as a bearer token in the Authorization header.",
  createKey: "Create the key below and copy it with the address.",
  connect: "In {platform}, add a connection to Daybook and enter both.",
  guide: "Guide for {platform}",
  create: "Create key for {platform}",
  createAnother: "Create another key",
  keys: "Keys: {count}",
  lastUsed: "last used {when}",
  neverUsed: "never used",
  subscriptions: "Subscriptions: {count}",
  keyTitle: "Connect {platform} now",
  keyHint:
    "The key is shown only this once. It may read and change appointments and clients, and read services, staff members, sales and payments.",
  keyGone: "This answer no longer contains the key. Revoke it under API keys and create another one.",
  address: "Address",
  key: "API key",
  copy: "Copy",
  copied: "Copied",
  done: "Done",
  manage: "Keys are revoked under {keys}, subscriptions are listed under {webhooks}.",
} as const;
