import { z } from '@hono/zod-openapi';
import { savedReplyCharsMax, savedReplyNameCharsMax } from '../../../domain/comments.js';
import type { NamedTextView } from '../../../services/shared/named-texts/named-texts.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, visibleText, wireInstant } from '../../openapi/fields.js';

const examples = { name: 'Opening hours', text: 'We are open from nine to six, Monday to Saturday.' };

export const savedReplyFields = {
  name: visibleText(savedReplyNameCharsMax).openapi({
    description: 'The name, for the team.',
    example: examples.name,
  }),
  text: visibleText(savedReplyCharsMax).openapi({
    description: 'The text to insert into a reply.',
    example: examples.text,
  }),
};

export const savedReplySchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the saved reply.', example: exampleIds.savedReply }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    name: z.string().openapi({ description: 'The name, for the team.', example: examples.name }),
    text: z.string().openapi({ description: 'The text to insert into a reply.', example: examples.text }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('SavedReply', { description: 'A text that members insert into replies.' });

export const savedReplyListSchema = pageOf('SavedReplyList', savedReplySchema);

export function toSavedReplyResponse(view: NamedTextView): z.output<typeof savedReplySchema> {
  return { ...view, createdAt: view.createdAt.toISOString(), updatedAt: view.updatedAt.toISOString() };
}
