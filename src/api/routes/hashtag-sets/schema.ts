import { z } from '@hono/zod-openapi';
import { hashtagSetCharsMax, hashtagSetNameCharsMax } from '../../../domain/limits.js';
import type { NamedTextView } from '../../../services/shared/named-texts/named-texts.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, visibleText, wireInstant } from '../../openapi/fields.js';

const name = { description: 'The name, for the team.', example: 'Summer' };
const hashtags = {
  description: 'The hashtags, as they are inserted into the text of a post.',
  example: '#summer #sea #beach',
};

export const hashtagSetFields = {
  name: visibleText(hashtagSetNameCharsMax).openapi(name),
  hashtags: visibleText(hashtagSetCharsMax).openapi(hashtags),
};

export const hashtagSetSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the hashtag set.', example: exampleIds.hashtagSet }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    name: z.string().openapi(name),
    hashtags: z.string().openapi(hashtags),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('HashtagSet', { description: 'Hashtags that members insert together into posts.' });

export const hashtagSetListSchema = pageOf('HashtagSetList', hashtagSetSchema);

export function toHashtagSetResponse({
  text,
  createdAt,
  updatedAt,
  ...view
}: NamedTextView): z.output<typeof hashtagSetSchema> {
  return { ...view, hashtags: text, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
