import { z } from '@hono/zod-openapi';
import { editableFields } from '../../../domain/changes.js';
import { currencyField } from '../posts/cost-schema.js';

const removeSchema = z
  .object({
    perDayMax: z.number().int().nullable().openapi({
      description:
        'How many removals the platform accepts for an account in 24 hours; null if it names no limit.',
      example: null,
    }),
    price: z
      .object({
        currency: currencyField,
        amount: z.string().openapi({ description: 'The price, as a decimal.', example: '0.005' }),
      })
      .nullable()
      .openapi({ description: 'What the platform charges for each removal; null if it charges nothing.' }),
  })
  .openapi('PlatformRemovals', { description: 'How a public post is removed.' });

const editSchema = z
  .object({
    fields: z
      .array(z.enum(editableFields))
      .readonly()
      .openapi({ description: 'The parts of a post that can be edited.', example: ['text'] }),
    windowMs: z.number().int().nullable().openapi({
      description:
        'How long after its publication a post can be edited, in milliseconds; null if there is no limit.',
      example: 3_600_000,
    }),
    countMax: z.number().int().nullable().openapi({
      description: 'How often a post can be edited; null if there is no limit.',
      example: 5,
    }),
    needs: z.string().nullable().openapi({
      description: 'What the account needs besides its permissions; null if nothing.',
      example: 'X Premium',
    }),
    pricedAsPost: z.boolean().openapi({
      description: 'Whether the platform charges for an edit what it charges for a post with the new text.',
      example: true,
    }),
  })
  .openapi('PlatformEdits', { description: 'How the text of a public post is edited.' });

export const changesSchema = z
  .object({ remove: removeSchema.nullable(), edit: editSchema.nullable() })
  .openapi('PlatformChangesInfo', {
    description:
      'How Punctual can change a post that is public: `remove` and `edit` are null where the platform has no call for it.',
  });
