/**
 * How the types of packages/client are made from the API's description. A field with a default may be left out in a
 * request, so its type says so.
 */
export const clientTypes = [
  'openapi.json',
  '--output',
  'packages/client/src/api-types.ts',
  '--default-non-nullable=false',
];
