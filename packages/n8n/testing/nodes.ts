import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type {
  IBinaryData,
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INodeExecutionData,
  INodeParameters,
  INodeType,
  IWebhookFunctions,
  Workflow,
} from 'n8n-workflow';
import type * as n8nWorkflow from 'n8n-workflow';
import { inProject } from '../../../src/project-root.js';

/** The module that n8n gives to nodes. Node.js 20 can load only its CommonJS build. */
const provided = createRequire(import.meta.url)('n8n-workflow') as typeof n8nWorkflow;

export interface Built {
  punctual: INodeType;
  trigger: INodeType;
  api: ICredentialType;
  webhookApi: ICredentialType;
  folder: string;
  remove: () => void;
}

/** Builds the package as it is shipped, and loads it as n8n does. */
export function buildNodes(): Built {
  const cache = inProject('.cache');
  mkdirSync(cache, { recursive: true });
  // The folder is inside the project, where the nodes find n8n-workflow.
  const folder = mkdtempSync(path.join(cache, 'n8n-'));
  execFileSync(process.execPath, [inProject('scripts', 'build-n8n.mjs'), folder]);
  const require = createRequire(import.meta.url);
  const load = <T>(file: string): T => {
    const name = file.split('.')[0] ?? '';
    const loaded = require(path.join(folder, file)) as Record<string, new () => T>;
    const Loaded = loaded[name];
    if (Loaded === undefined) throw new Error(`${file} has no class ${name}.`);
    return new Loaded();
  };
  return {
    punctual: load('Punctual.node.js'),
    trigger: load('PunctualTrigger.node.js'),
    api: load('PunctualApi.credentials.js'),
    webhookApi: load('PunctualWebhookApi.credentials.js'),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Credentials {
  url: string;
  apiKey: string;
}

export interface Execution {
  credentials: Credentials;
  /** The parameters as a person enters them, for all items. The others have their defaults. */
  parameters: INodeParameters;
  items?: INodeExecutionData[];
  files?: Record<string, Buffer>;
  executionId?: string;
  runIndex?: number;
  continueOnFail?: boolean;
  timezone?: string;
}

const nodeName = 'Punctual';

function workflowOf(node: INodeType, parameters: INodeParameters): Workflow {
  const nodeTypes = {
    getByName: () => node,
    getByNameAndVersion: () => node,
    getKnownTypes: () => ({}),
  };
  const { name: type } = node.description;
  return new provided.Workflow({
    id: 'workflow-1',
    nodes: [{ id: 'node-1', name: nodeName, type, typeVersion: 1, position: [0, 0], parameters }],
    connections: {},
    active: false,
    nodeTypes,
  });
}

function nodeOf(workflow: Workflow) {
  const node = workflow.getNode(nodeName);
  if (node === null) throw new Error('The workflow has lost its node.');
  return node;
}

/** Evaluates an expression with n8n's own code. */
export const evaluate = (node: INodeType, expression: string, values: IDataObject): unknown =>
  workflowOf(node, {}).expression.getParameterValue(expression, null, 0, 0, nodeName, [], 'manual', values);

/** Adds the authentication of the credential, as n8n does for a node that sends a request. */
async function request(options: IHttpRequestOptions): Promise<unknown> {
  const { method = 'GET', url, headers, qs = {}, body, returnFullResponse } = options;
  const query = new URLSearchParams(qs as Record<string, string>);
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const response = await fetch(query.size === 0 ? url : `${url}?${query.toString()}`, {
    method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    redirect: 'manual',
  });
  const text = await response.text();
  if (!response.ok && options.ignoreHttpStatusErrors !== true) throw new Error(`HTTP ${response.status}`);
  const given: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  const responseHeaders = Object.fromEntries(response.headers);
  return returnFullResponse === true
    ? { statusCode: response.status, headers: responseHeaders, body: given }
    : given;
}

function helpersFor({ apiKey }: Credentials) {
  return {
    httpRequest: request,
    httpRequestWithAuthentication: (_name: string, options: IHttpRequestOptions) =>
      request({ ...options, headers: { ...options.headers, authorization: `Bearer ${apiKey}` } }),
  };
}

/** Runs the node as n8n does, with n8n's own parameters, defaults and expressions. */
export async function execute(node: INodeType, execution: Execution): Promise<INodeExecutionData[]> {
  const { credentials, parameters, executionId = '1', runIndex = 0, timezone = 'UTC' } = execution;
  const { files = {}, continueOnFail = false } = execution;
  const items: INodeExecutionData[] = execution.items ?? [{ json: {} }];
  const workflow = workflowOf(node, parameters);
  const own = nodeOf(workflow);
  const valueOf = (name: string, itemIndex: number, fallback?: unknown): unknown => {
    const value = own.parameters[name];
    if (value === undefined && fallback === undefined) throw new Error(`There is no parameter ${name}.`);
    if (value === undefined) return fallback;
    return workflow.expression.getParameterValue(
      value,
      null,
      runIndex,
      itemIndex,
      nodeName,
      items,
      'manual',
      {},
    );
  };
  const functions = {
    getInputData: () => items,
    getNode: () => own,
    getNodeParameter: valueOf,
    getCredentials: () => Promise.resolve(credentials),
    getExecutionId: () => executionId,
    getInstanceId: () => 'instance-1',
    getWorkflow: () => ({ id: workflow.id, active: false }),
    getTimezone: () => timezone,
    getWorkflowDataProxy: (itemIndex: number) =>
      new provided.WorkflowDataProxy(
        workflow,
        null,
        runIndex,
        itemIndex,
        nodeName,
        items,
        own.parameters,
        'manual',
        {},
      ).getDataProxy(),
    continueOnFail: () => continueOnFail,
    helpers: {
      ...helpersFor(credentials),
      assertBinaryData: (itemIndex: number, name: string): IBinaryData => {
        const data = items[itemIndex]?.binary?.[name];
        if (data === undefined) throw new Error(`This item has no file ${name}.`);
        return data;
      },
      getBinaryDataBuffer: (_itemIndex: number, name: string) => Promise.resolve(files[name]),
    },
  };
  const output = await node.execute?.call(functions as unknown as IExecuteFunctions);
  return Array.isArray(output) ? (output[0] ?? []) : [];
}

/** Asks for the choices of a parameter. */
export async function choicesOf(node: INodeType, method: string, credentials: Credentials) {
  const functions = {
    getNode: () => ({ name: nodeName }),
    getCredentials: () => Promise.resolve(credentials),
    helpers: helpersFor(credentials),
  };
  return node.methods?.loadOptions?.[method]?.call(functions as unknown as ILoadOptionsFunctions);
}

export interface Delivery {
  rawBody: Buffer;
  headers: Record<string, string>;
  secrets: string;
  events?: string[];
}

/** Delivers a request to the trigger. Returns what it gives to n8n, and what it responded itself. */
export async function deliver(node: INodeType, { rawBody, headers, secrets, events }: Delivery) {
  const own = nodeOf(workflowOf(node, { ...(events !== undefined && { events }) }));
  const responded = { status: 0, text: '' };
  const response = {
    writeHead: (status: number) => {
      responded.status = status;
      return response;
    },
    end: (text: string) => (responded.text = text),
  };
  const functions = {
    getNode: () => own,
    getNodeParameter: (name: string) => own.parameters[name],
    getCredentials: () => Promise.resolve({ secrets }),
    getHeaderData: () => headers,
    getRequestObject: () => ({ rawBody, headers }),
    getResponseObject: () => response,
  };
  const result = await node.webhook?.call(functions as unknown as IWebhookFunctions);
  return { result, responded };
}
