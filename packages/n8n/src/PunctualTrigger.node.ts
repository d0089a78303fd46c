import {
  NodeConnectionTypes,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '../../client/src/webhooks.js';

/** The events that an endpoint gets by default come first. */
const events: readonly { value: WebhookEvent['type']; name: string }[] = [
  { value: 'post.published', name: 'Post Published' },
  { value: 'post.failed', name: 'Post Failed' },
  { value: 'account.token_expired', name: 'Account Must Be Reconnected' },
  { value: 'comment.received', name: 'Comment Received' },
  { value: 'post.scheduled', name: 'Post Scheduled' },
  { value: 'post.canceled', name: 'Post Canceled' },
  { value: 'post.needs_approval', name: 'Post Needs Approval' },
  { value: 'post.metrics_updated', name: 'Post Metrics Updated' },
  { value: 'post.target_removed', name: 'Post Removed From Platform' },
  { value: 'post.target_edited', name: 'Post Edited on Platform' },
  { value: 'webhook.test', name: 'Test' },
];

/** The part of an Express response that the trigger uses. The types of Express are not installed. */
interface Response {
  writeHead: (status: number, headers: Record<string, string>) => { end: (text: string) => void };
}

export class PunctualTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Punctual Trigger',
    name: 'punctualTrigger',
    icon: 'file:punctual.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a post is published or fails, or when somebody comments',
    defaults: { name: 'Punctual Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'punctualWebhookApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName:
          'Add the URL above as a webhook endpoint in Punctual, and enter its signing secret as the credential.',
        name: 'notice',
        type: 'notice',
        default: '',
      },
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: events.map(({ value, name }) => ({ value, name, description: value })),
        default: events.slice(0, 4).map(({ value }) => value),
        description: 'The events that start the workflow. The endpoint must subscribe to them, too.',
      },
    ],
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secrets } = await this.getCredentials<{ secrets: string }>('punctualWebhookApi');
    const { rawBody } = this.getRequestObject() as { rawBody: Buffer };
    try {
      const event = verifyWebhook({
        body: rawBody,
        headers: this.getHeaderData(),
        secrets: secrets.split(/\s+/),
      });
      const wanted = this.getNodeParameter('events') as string[];
      // n8n responds and does not start the workflow.
      if (!wanted.includes(event.type)) return {};
      return { workflowData: [[{ json: { ...event } }]] };
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      const response = this.getResponseObject() as Response;
      response.writeHead(401, { 'content-type': 'text/plain' }).end(error.message);
      return { noWebhookResponse: true };
    }
  }
}
