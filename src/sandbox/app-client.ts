/** The registered app that every simulated platform knows. It opens nothing else, which is why it may stand here. */
export const appClient = { id: 'sandbox-client', secret: 'sandbox-client-secret' };

/** Whether an Authorization header proves the app, by HTTP Basic. */
export function isBasicClient(header: string | undefined): boolean {
  return header === `Basic ${btoa(`${appClient.id}:${appClient.secret}`)}`;
}

/** Whether parameters prove the app; `idName` is the parameter that names the app. */
export function isParamClient(params: URLSearchParams, idName = 'client_id'): boolean {
  return params.get(idName) === appClient.id && params.get('client_secret') === appClient.secret;
}
