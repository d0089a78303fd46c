/**
 * How the types of packages/client are made from the API's description. A field with a default is optional in
 * a request.
 */
export const clientTypes = [
  'openapi.json',
  '--output',
  'packages/client/src/api-types.ts',
  '--default-non-nullable=false',
];
