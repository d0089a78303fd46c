import { z } from 'zod';
import { callApi } from '../kit/api-call.js';
import { isSuccess, successOf } from '../kit/call.js';
import { shownTextOf, type PlatformChanges } from '../kit/changes.js';
import { normalizeText } from '../kit/text.js';
import { pinterestFailure, type PinterestSession } from './api.js';

const pinSchema = z.object({ description: z.string().nullish(), title: z.string().nullish() });

/** Deletes pins. Pinterest's call that edits them, `PATCH /pins/{id}`, is a beta that few apps may use. */
export const pinterestChanges: PlatformChanges<PinterestSession> = {
  remove: async (session, { externalPostId }, sendBefore) => {
    const answer = await callApi(session, { method: 'DELETE', path: `/pins/${externalPostId}`, sendBefore });
    if (isSuccess(answer)) return { kind: 'removed' };
    return answer.status === 404 ? { kind: 'gone' } : pinterestFailure(answer, session.clock);
  },
  find: async (session, post, edited) => {
    const { externalPostId, externalUrl, reference } = post;
    const answer = await callApi(session, { method: 'GET', path: `/pins/${externalPostId}` });
    if (answer.status === 404) return { kind: 'gone' };
    const pin = successOf(answer, pinSchema, (refusal) => pinterestFailure(refusal, session.clock));
    const isShown = (sent: string, shown: string | null | undefined): boolean =>
      normalizeText(sent) === normalizeText(shown ?? '');
    return {
      kind: 'there',
      published: { externalPostId, externalUrl, reference },
      shows: shownTextOf(post, edited, ({ text, title = '' }) =>
        isShown(text, pin.description) && isShown(title, pin.title) ? 'ours' : 'other',
      ),
    };
  },
};
