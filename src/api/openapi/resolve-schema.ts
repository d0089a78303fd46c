import { z } from '@hono/zod-openapi';
import { seenUrlCharsMax } from '../../urls/seen-url.js';
import { text } from './fields.js';

/** The body with which a user says whether a post or a reply is public on the platform. */
export const resolveSchema = z
  .strictObject({
    published: z.boolean().openapi({
      description:
        'Whether it is public. false tries it again: Punctual looks for it first, and publishes it again if the platform does not show it.',
      example: true,
    }),
    externalUrl: text(seenUrlCharsMax, 1).optional().openapi({
      description:
        'With `published: true`: its http or https URL on the platform’s website, if you know it. Another host is refused; that of the sandbox is accepted for an account there. Punctual does not open the URL.',
      example: 'https://x.com/acme/status/1790000000000000001',
    }),
  })
  .refine(({ published, externalUrl }) => published || externalUrl === undefined, {
    path: ['externalUrl'],
    message: 'Only what is public has a URL: leave it out, or set published to true.',
  })
  .openapi('ResolveUnconfirmed', {
    description: 'Whether something is public whose publication Punctual could not confirm.',
    example: { published: true, externalUrl: 'https://x.com/acme/status/1790000000000000001' },
  });
