import { createId } from '@paralleldrive/cuid2';
import { idPrefixes, type NewId } from './domain/ids.js';

export const newCuid: NewId = (kind) => `${idPrefixes[kind]}_${createId()}`;
