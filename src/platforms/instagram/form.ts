import type { MediaClass } from '../../domain/media-rules.js';
import type { PublicationForm } from '../kit/platform.js';

/** The forms that a publication's media can take. */
export type InstagramForm = 'PICTURE' | 'CAROUSEL' | 'REEL' | 'STORY';

export function formOf(kind: unknown, classes: readonly MediaClass[]): InstagramForm {
  if (kind === 'STORIES') return 'STORY';
  if (classes.length > 1) return 'CAROUSEL';
  return classes[0] === 'video' || kind === 'REELS' ? 'REEL' : 'PICTURE';
}

export function formOfPublication({ options, mediaClasses }: PublicationForm): InstagramForm {
  return formOf(options?.['kind'], mediaClasses);
}
