import { z } from 'zod';

type Params = Readonly<Record<string, string>>;

const answer = z.string().min(1).max(25);
const pollSchema = z.strictObject({
  option_a: answer,
  option_b: answer,
  option_c: answer.optional(),
  option_d: answer.optional(),
});
const gifSchema = z.strictObject({
  gif_id: z.string().regex(/^[A-Za-z0-9]+$/),
  provider: z.literal('GIPHY'),
});
const spoilersMax = 10;
const entitySchema = z.strictObject({
  entity_type: z.enum(['SPOILER', 'spoiler']),
  offset: z.int().min(0),
  length: z.int().min(1),
});
const entitiesSchema = z.array(entitySchema).max(spoilersMax);

/** The error about what is attached to a post, and about what it hides; null if there is none. */
export function attachmentFault(params: Params): string | null {
  const { media_type: mediaType, text = '', is_spoiler_media: hidesMedia } = params;
  const attached = {
    poll_attachment: parsed(params['poll_attachment'], pollSchema),
    gif_attachment: parsed(params['gif_attachment'], gifSchema),
  };
  for (const [name, attachment] of Object.entries(attached)) {
    if (params[name] === undefined) continue;
    if (mediaType !== 'TEXT') return `Param ${name} can only be used with media_type TEXT.`;
    if (attachment === undefined) return `Param ${name} is invalid.`;
  }
  if (hidesMedia === 'true' && mediaType === 'TEXT') {
    return 'Param is_spoiler_media can only be used with media.';
  }
  if (params['text_entities'] === undefined) return null;
  const entities = parsed(params['text_entities'], entitiesSchema);
  const areInside = entities?.every(({ offset, length }) => offset + length <= text.length) ?? false;
  return areInside ? null : `Param text_entities must be at most ${spoilersMax} parts of the text.`;
}

/** The visible parts of what is attached. */
export function attachedOf(params: Params): Record<string, string> {
  const poll = parsed(params['poll_attachment'], pollSchema);
  const gif = parsed(params['gif_attachment'], gifSchema);
  const hidden = parsed(params['text_entities'], entitiesSchema) ?? [];
  const { text = '' } = params;
  const words = hidden.map(({ offset, length }) => text.slice(offset, offset + length));
  return {
    ...(poll && { Poll: Object.values(poll).join(', ') }),
    ...(gif && { GIF: gif.gif_id }),
    ...(words.length > 0 && { 'Hidden text': words.join(' | ') }),
    ...(params['is_spoiler_media'] === 'true' && { Media: 'hidden until they are tapped' }),
  };
}

/** The fields that the API returns with the post. */
export function attachedFields(params: Params): Record<string, unknown> {
  const poll = parsed(params['poll_attachment'], pollSchema);
  const gif = parsed(params['gif_attachment'], gifSchema);
  return {
    ...(poll && { poll_attachment: poll }),
    ...(gif && { gif_url: `https://media.giphy.com/media/${gif.gif_id}/giphy.gif` }),
  };
}

function parsed<T>(json: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (json === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
