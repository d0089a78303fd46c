/** The registered app that every simulated platform knows. Not a secret: it gives access to nothing else. */
export const appClient = { id: 'sandbox-client', secret: 'sandbox-client-secret' };

/** Whether an Authorization header authenticates the app, with HTTP Basic. */
export function isBasicClient(header: string | undefined): boolean {
  return header === `Basic ${btoa(`${appClient.id}:${appClient.secret}`)}`;
}

/** Whether parameters authenticate the app; `idName` is the parameter with the app's id. */
export function isParamClient(params: URLSearchParams, idName = 'client_id'): boolean {
  return params.get(idName) === appClient.id && params.get('client_secret') === appClient.secret;
}
