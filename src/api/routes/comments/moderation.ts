import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';

/** The parts of the operations that change a comment on its platform. */
export const moderation = {
  tag: 'Comments',
  credential: 'key or session',
  scope: 'comments:write',
  in: { params: idParams(exampleIds.comment) },
  errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'INVALID_STATE', 'PLATFORM_AUTH_FAILED'],
} as const;
