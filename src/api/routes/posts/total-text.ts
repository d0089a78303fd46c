import { inEnglish } from '../../../domain/count-message.js';
import { textCharsPerRequestMax } from '../../../domain/limits.js';
import type { TargetInput } from '../../../services/post-records/types.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import { invalidRequest } from '../../errors/validation.js';

interface Texts {
  caption?: string | null | undefined;
  parts?:
    | readonly { text: string; mediaAltText?: Readonly<Record<string, string>> | undefined }[]
    | null
    | undefined;
  targets?: readonly TargetInput[] | undefined;
  mediaAltText?: Readonly<Record<string, string>> | undefined;
  mediaItems?: readonly { altText?: string | null | undefined }[] | undefined;
}

/** Throws if the texts of a request are too long together. The finding names the text that exceeds the limit. */
export function requireBoundedText(shape: Shape, texts: Texts): void {
  const counted = [...postTexts(shape, texts), ...(texts.targets ?? []).flatMap(targetTexts(shape))];
  const actual = counted.reduce((sum, { chars }) => sum + chars, 0);
  if (actual <= textCharsPerRequestMax) return;
  let upTo = 0;
  const first = counted.find(({ chars }) => (upTo += chars) > textCharsPerRequestMax);
  const message = `The texts of a request can have at most ${inEnglish(textCharsPerRequestMax)} characters together; they have ${inEnglish(actual)}.`;
  throw invalidRequest([
    { path: first?.path ?? '', code: 'too_much_text', message, limit: textCharsPerRequestMax, actual },
  ]);
}

interface CountedText {
  path: string;
  chars: number;
}

function postTexts(shape: Shape, { caption, parts, mediaAltText, mediaItems }: Texts): CountedText[] {
  return [
    { path: partNames[shape].caption, chars: caption?.length ?? 0 },
    ...partTexts('parts', parts ?? []),
    ...Object.entries(mediaAltText ?? {}).map(([id, text]) => ({
      path: `mediaAltText.${id}`,
      chars: text.length,
    })),
    ...itemTexts('mediaItems', mediaItems ?? []),
  ];
}

function targetTexts(shape: Shape) {
  const list = partNames[shape].targets;
  return (target: TargetInput, index: number): CountedText[] => {
    const path = `${list}.${index}`;
    return [
      { path: `${path}.captionOverride`, chars: target.captionOverride?.length ?? 0 },
      ...partTexts(`${path}.partsOverride`, target.partsOverride ?? []),
      { path: `${path}.firstComment`, chars: target.firstComment?.length ?? 0 },
      { path: `${path}.platformOptions`, chars: charsIn(target.platformOptions) },
      ...itemTexts(`${path}.mediaItems`, target.mediaItems ?? []),
    ];
  };
}

function partTexts(list: string, parts: NonNullable<Texts['parts']>): CountedText[] {
  return parts.map(({ text, mediaAltText }, index) => ({
    path: `${list}.${index}.text`,
    chars: text.length + charsIn(mediaAltText),
  }));
}

function itemTexts(list: string, items: NonNullable<Texts['mediaItems']>): CountedText[] {
  return items.map(({ altText }, index) => ({
    path: `${list}.${index}.altText`,
    chars: altText?.length ?? 0,
  }));
}

/** The length of all texts in a value, including the names of fields. The limits of the body keep it shallow. */
function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const names = Array.isArray(value) ? 0 : Object.keys(value).join('').length;
  return Object.values(value).reduce<number>((sum, each) => sum + charsIn(each), names);
}
