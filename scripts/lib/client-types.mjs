/** How the types of packages/client are made from the API's description. */
export const clientTypes = ['openapi.json', '--output', 'packages/client/src/api-types.ts'];
