import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

export class PunctualApi implements ICredentialType {
  name = 'punctualApi';
  displayName = 'Punctual API';
  icon = 'file:punctual.svg' as const;
  properties: INodeProperties[] = [
    {
      displayName: 'Server URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://punctual.example.com',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  // Every key may list its workspaces, whatever its scopes.
  test: ICredentialTestRequest = {
    request: {
      // This is apiUrlOf in n8n's own language.
      baseURL: '={{$credentials.url.trim().replace(/(\\/api\\/v1)?\\/*$/, "")}}/api/v1',
      url: '/workspaces',
      qs: { limit: 1 },
    },
  };
}
