import {
  NodeApiError,
  NodeConnectionTypes,
  type IDataObject,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import type { components } from '../../client/src/api-types.js';
import { Call } from './call.js';
import { accountFields, commentFields } from './fields/accounts-and-comments.js';
import { mediaFields } from './fields/media.js';
import { postFields } from './fields/post.js';
import { operations, type Result } from './operations.js';
import { credentialName, list } from './request.js';

type Schemas = components['schemas'];

export class Punctual implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Punctual',
    name: 'punctual',
    icon: 'file:punctual.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Schedule and follow social posts, and answer comments',
    defaults: { name: 'Punctual' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: credentialName, required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Account', value: 'account' },
          { name: 'Comment', value: 'comment' },
          { name: 'Media', value: 'media' },
          { name: 'Post', value: 'post' },
        ],
        default: 'post',
      },
      ...postFields,
      ...mediaFields,
      ...accountFields,
      ...commentFields,
    ],
  };

  methods = { loadOptions: { getAccounts, getWorkspaces } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const output: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      try {
        const result = await run(new Call(this, item));
        for (const json of [result].flat()) output.push({ json, pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        output.push({ json: errorFields(error), pairedItem: { item } });
      }
    }
    return [output];
  }
}

function run(call: Call): Promise<Result> {
  const [resource, operation] = [call.text('resource'), call.text('operation')];
  const known = operations[resource]?.[operation];
  return known === undefined
    ? call.refuse(`There is no operation ${operation} of ${resource}.`)
    : known(call);
}

/** The names under which n8n recognizes an item as failed, with the body of the API. */
function errorFields(error: unknown): IDataObject {
  if (!(error instanceof Error)) return { error: String(error) };
  const details = error instanceof NodeApiError ? (error.context['data'] as IDataObject) : undefined;
  return { error: error.message, ...(details !== undefined && { details }) };
}

async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const accounts = await list<Schemas['SocialAccount']>(this, '/social-accounts');
  return accounts.map(({ id, handle, platform }) => ({ name: `${handle} (${platform})`, value: id }));
}

async function getWorkspaces(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const workspaces = await list<Schemas['Workspace']>(this, '/workspaces');
  return workspaces.map(({ id, name }) => ({ name, value: id }));
}
