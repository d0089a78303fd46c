import type { JsonObject } from '../../domain/json.js';
import {
  ladderDelayMs,
  lookupSlackMs,
  processingDelaysMs,
  readinessDelaysMs,
} from '../../domain/publish-ladders.js';
import type { FindAnswer, Publication } from '../../platforms/kit/platform.js';
import { confirmed, failed, refuted, unclear, type Made, type Sitting, type StepAnswer } from './sitting.js';

const readyMsMax = 10 * 60_000;

type NewPublication = Pick<Publication, 'text' | 'media' | 'options' | 'replyTo'>;

/** Publishes as a worker does: upload, prepare, wait until ready, and one publishing call. */
export async function publish(
  sitting: Sitting,
  what: Made['what'],
  content: NewPublication,
): Promise<StepAnswer> {
  const { platform, session } = sitting;
  const publication = toPublication(sitting, content);
  const ready = await getReady(sitting, publication);
  if ('outcome' in ready) return ready;
  const { state } = ready;
  const since = publication.key.createdAt;
  const made: Made = {
    what,
    publication,
    state,
    stateAfter: state,
    since,
    published: null,
    fate: 'maybe-public',
  };
  // From here on the post may be public, even if this process ends.
  sitting.made.push(made);
  sitting.changed();
  const answer = await platform.commit(session, publication, state);
  if (answer.kind === 'published') {
    const { published } = answer;
    Object.assign(made, { published, fate: 'public' });
    const externalUrl = published.externalUrl ?? (await platform.readPermalink?.(session, published)) ?? null;
    made.published = { ...published, externalUrl };
    return confirmed('Published by one call.');
  }
  if (answer.kind !== 'ambiguous') {
    made.fate = 'not-public';
    return failed(answer);
  }
  made.stateAfter = { ...state, ...answer.state };
  if (sitting.certification.publishesLater !== true) return failed(answer);
  return settle(sitting, made);
}

/** For a platform that accepts a post and publishes it later: waits until it is public, or refused. */
async function settle(sitting: Sitting, made: Made): Promise<StepAnswer> {
  const { answer, seconds } = await lookUp(sitting, made, made.stateAfter);
  if (answer.kind === 'found') {
    Object.assign(made, { published: answer.published, fate: 'public' });
    return confirmed(`Accepted by one call, and published ${seconds} s later.`);
  }
  if (answer.kind !== 'refused') return unclear(`Accepted, but after ${seconds} s: ${wordsOf(answer)}`);
  made.fate = 'not-public';
  return refuted(`Accepted, and then refused (${answer.code}): ${answer.message}`);
}

/** Looks for a publication as after a lost response: only with the data that was known before the call. */
export async function findAgain(sitting: Sitting, made: Made): Promise<StepAnswer> {
  const isUnfindable = sitting.certification.findsNothing === true;
  const ladder = isUnfindable ? sitting.lookupDelaysMs.slice(0, 1) : sitting.lookupDelaysMs;
  const { answer, seconds } = await lookUp({ ...sitting, lookupDelaysMs: ladder }, made, made.state);
  if (answer.kind !== 'found') {
    const words = `Not found after ${seconds} s: ${wordsOf(answer)}`;
    if (isUnfindable && answer.kind === 'absent') return confirmed('It was not found.');
    return answer.kind === 'absent' ? refuted(words) : unclear(words);
  }
  if (made.published === null) {
    // The response of the publishing call was really lost.
    Object.assign(made, { published: answer.published, fate: 'public' });
    return confirmed(`Found after ${seconds} s, although the publishing call had no usable response.`);
  }
  if (answer.published.externalPostId !== made.published.externalPostId) {
    return refuted(`Another post was found after ${seconds} s.`);
  }
  return isUnfindable ? refuted(`It was found after ${seconds} s.`) : confirmed(`Found after ${seconds} s.`);
}

/** Sends the same publishing call again, which must not change anything. This is only for a keyed publication. */
export async function repeat(sitting: Sitting, made: Made): Promise<StepAnswer> {
  const { platform, session } = sitting;
  const second = await platform.commit(session, made.publication, made.state);
  const { answer } = await lookUp({ ...sitting, lookupDelaysMs: [0] }, made, made.state);
  if (answer.kind !== 'found') return unclear(`After the second call: ${wordsOf(answer)}`);
  const isSame = JSON.stringify(answer.published.reference) === JSON.stringify(made.published?.reference);
  const said =
    second.kind === 'published' ? 'The platform accepted it' : `The platform refused it (${second.message})`;
  return isSame
    ? confirmed(`The second call changed nothing, as expected: the post is the same as before. ${said}.`)
    : refuted(`The second call changed something: the post is now another one. ${said}.`);
}

interface LookedUp {
  answer: FindAnswer;
  /** The time since the first look-up was allowed. */
  seconds: number;
}

async function lookUp(sitting: Sitting, made: Made, state: JsonObject): Promise<LookedUp> {
  const { platform, session, clock, wait, lookupDelaysMs, signal } = sitting;
  const beganMs = clock.now().getTime();
  const others = sitting.made.filter((other) => other !== made);
  const search = {
    since: new Date(made.since.getTime() - lookupSlackMs),
    takenIds: new Set(others.flatMap(({ published }) => published?.externalPostId ?? [])),
  };
  let answer: FindAnswer = { kind: 'absent' };
  let asked = 0;
  for (const delayMs of lookupDelaysMs) {
    await wait(delayMs);
    if (signal.aborted && asked > 0) break;
    asked += 1;
    answer = await platform.findPublished(session, made.publication, state, search);
    if (answer.kind === 'processing') answer = await untilProcessed(sitting, made, state, search);
    if (answer.kind === 'found' || answer.kind === 'refused') break;
  }
  return { answer, seconds: Math.round((clock.now().getTime() - beganMs) / 1000) };
}

async function untilProcessed(
  { platform, session, wait, signal, clock }: Sitting,
  made: Made,
  state: JsonObject,
  search: Parameters<Sitting['platform']['findPublished']>[3],
): Promise<FindAnswer> {
  const endMs = clock.now().getTime() + readyMsMax;
  for (let turn = 0; ; turn += 1) {
    const answer = await platform.findPublished(session, made.publication, state, search);
    if (answer.kind !== 'processing' || signal.aborted || clock.now().getTime() >= endMs) return answer;
    await wait(answer.checkAfterMs ?? ladderDelayMs(processingDelaysMs, turn));
  }
}

async function getReady(
  { platform, session, wait, signal, clock }: Sitting,
  publication: Publication,
): Promise<{ state: JsonObject } | StepAnswer> {
  let given: JsonObject | null = null;
  if (publication.media.length > 0) {
    const run = { save: () => Promise.resolve(), progress: () => undefined, signal };
    const uploaded = await platform.uploadMedia(session, publication, null, run);
    if (uploaded.kind !== 'uploaded') return failed(uploaded);
    given = uploaded.state;
  }
  const endMs = clock.now().getTime() + readyMsMax;
  for (let turn = 0; !signal.aborted && clock.now().getTime() < endMs; turn += 1) {
    const prepared = await platform.prepare(session, publication, given);
    if (prepared.kind !== 'prepared' && prepared.kind !== 'pending') return failed(prepared);
    let waitMs = prepared.kind === 'pending' ? prepared.checkAfterMs : null;
    if (prepared.kind === 'prepared') {
      const readiness = await platform.checkReadiness(session, publication, prepared.state);
      if (readiness.kind === 'ready') return { state: prepared.state };
      if (readiness.kind === 'used-up') return unclear(readiness.message);
      if (readiness.kind !== 'pending') return failed(readiness);
      given = prepared.state;
      waitMs = readiness.checkAfterMs;
    }
    await wait(waitMs ?? ladderDelayMs(readinessDelaysMs, turn));
  }
  return unclear('The platform was not ready in time. Nothing was published.');
}

function toPublication({ newKey, clock }: Sitting, content: NewPublication): Publication {
  return {
    ...content,
    key: { id: newKey(), createdAt: clock.now() },
    optionMedia: {},
    mediaClasses: content.media.map(({ kind }) => (kind === 'VIDEO' ? 'video' : 'image')),
  };
}

const wordsOf = (answer: FindAnswer): string =>
  'message' in answer ? `${answer.kind}, ${answer.message}` : answer.kind;
