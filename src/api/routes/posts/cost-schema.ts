import { z } from '@hono/zod-openapi';
import { chargedParts, currencies, priceNames } from '../../../domain/costs.js';

/** The fields that prices and estimates share. */
export const currencyField = z
  .enum(currencies)
  .openapi({ description: 'The currency of all amounts, by ISO 4217.', example: 'USD' });
export const priceNameField = z.enum(priceNames).openapi({
  description:
    'The name of the price. POST, POST_WITH_LINK: a post, a further part of it or a first comment, without or with a link. ALT_TEXT: the alt text of an image. More names may be added.',
  example: 'POST_WITH_LINK',
});

const itemSchema = z.object({
  part: z.enum(chargedParts).openapi({
    description:
      'The part of the target that is charged. POST: the post. PART: a further part of it. FIRST_COMMENT: its first comment. MEDIA: its images.',
    example: 'POST',
  }),
  price: priceNameField,
  count: z.number().int().openapi({
    description: 'How many times the price is charged, such as for three alt texts.',
    example: 1,
  }),
  amount: z.string().openapi({ description: 'What this part costs, as a decimal.', example: '0.20' }),
});

export const estimatedCostSchema = z
  .object({
    currency: currencyField,
    amount: z.string().openapi({
      description:
        'The sum of all items, as a decimal with two or three digits after the point. It is a string because numbers in JSON are usually read as binary fractions, which cannot hold 0.015 exactly.',
      example: '0.20',
    }),
    items: z.array(itemSchema).openapi({ description: 'What the sum consists of.' }),
    pricesAsOf: z.iso
      .date()
      .openapi({ description: 'The day of the list prices that were used.', example: '2026-08-22' }),
  })
  .openapi('EstimatedCost', {
    description:
      'What the platform will charge the owner of the app for publishing a target once, by its list prices (`prices` in `GET /platforms`). Other contracts with the platform, taxes, and look-ups after a lost response are not included.',
  });
