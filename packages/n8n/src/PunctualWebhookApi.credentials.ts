import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** An API key cannot manage webhook endpoints, so a person adds the endpoint and enters its secret here. */
export class PunctualWebhookApi implements ICredentialType {
  name = 'punctualWebhookApi';
  displayName = 'Punctual Webhook';
  icon = 'file:punctual.svg' as const;
  properties: INodeProperties[] = [
    {
      displayName: 'Signing Secrets',
      name: 'secrets',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'whsec_…',
      description:
        'The secret that Punctual shows when you add the endpoint. Several are separated by spaces: for a test URL, or while a secret is rotated.',
    },
  ];
}
