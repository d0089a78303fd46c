import type { PublicationDraft, RuleViolation } from '../kit/platform.js';

/** Threads API: "create-posts/spoilers". */
export const spoilersMax = 10;

/** A part of a text that is hidden. Positions are in UTF-16, as in Meta's sample app (fbsamples/threads_api). */
export interface SpoilerEntity {
  entity_type: 'SPOILER';
  offset: number;
  length: number;
}

/** The parts of a text to hide: each place where it has one of the passages. Parts that overlap are one. */
export function spoilerEntities(text: string, passages: readonly string[]): SpoilerEntity[] {
  const entities: SpoilerEntity[] = [];
  const found = passages.flatMap((passage) => placesOf(text, passage)).sort((a, b) => a.start - b.start);
  for (const { start, end } of found) {
    const last = entities.at(-1);
    if (last === undefined || start > last.offset + last.length) {
      entities.push({ entity_type: 'SPOILER', offset: start, length: end - start });
    } else {
      last.length = Math.max(last.length, end - last.offset);
    }
  }
  return entities;
}

function placesOf(text: string, passage: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  let start = passage === '' ? -1 : text.indexOf(passage);
  while (start !== -1) {
    const end = start + passage.length;
    places.push({ start, end });
    start = text.indexOf(passage, end);
  }
  return places;
}

/** The violations of rules about hidden parts of a text. */
export function spoilerViolations({ text }: PublicationDraft, passages: readonly string[]): RuleViolation[] {
  const actual = spoilerEntities(text, passages).length;
  const message = `A Threads post can hide at most ${spoilersMax} parts of its text. These passages are in ${actual} places.`;
  return [
    ...passages.flatMap((passage, index): RuleViolation[] =>
      text.includes(passage)
        ? []
        : [
            {
              field: 'platformOptions',
              option: `spoilers.${index}`,
              rule: 'spoiler_not_in_text',
              message: `Passage ${index + 1} is not in the text, word for word.`,
            },
          ],
    ),
    ...(actual > spoilersMax
      ? [
          {
            field: 'platformOptions',
            option: 'spoilers',
            rule: 'spoiler_limit_exceeded',
            message,
            limit: spoilersMax,
            actual,
          } as const,
        ]
      : []),
  ];
}
