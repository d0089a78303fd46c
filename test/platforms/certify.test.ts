import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../src/cli/certify/recorder.js';
import { isPassed, reportOf } from '../../src/cli/certify/report.js';
import { runSteps } from '../../src/cli/certify/run-steps.js';
import type { CertifyParts, CertifyResult } from '../../src/cli/certify/sitting.js';
import { readCertified } from '../../src/domain/certified.js';
import type { DraftMedia } from '../../src/domain/media-rules.js';
import type { EgressRequest, SafeFetch } from '../../src/egress/safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { certifySteps, type CertifyStep } from '../../src/platforms/kit/certification.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { loadSubjects, type Subject } from './contract-case.js';
import { image, video } from './draft-media.js';
import { connector } from './support.js';
import { useSubjects } from './use-subjects.js';

const subjects = await loadSubjects(platformDefinitions);
const { safeFetch, sandbox, shelf } = useSubjects(subjects);

interface RunOptions {
  /** Wraps the HTTP client of the connector. */
  through?: (send: SafeFetch) => SafeFetch;
  skip?: CertifyStep[];
  parts?: Partial<CertifyParts>;
}

/** Certifies a connector against its simulator. */
async function certify({ definition, simulator }: Subject, options: RunOptions = {}) {
  const { through = (send) => send, skip = [], parts = {} } = options;
  const { name, certification, path } = definition;
  const recorder = createRecorder();
  const clock = { now: () => new Date() };
  const fetchFor = () => recorder.record(through(safeFetch));
  const platform = connector(createPlatforms({ definitions: [definition], fetchFor, clock }), name);
  const isVideo =
    certification.media === 'video' || !definition.mediaRules.slots.some((slot) => slot.image !== null);
  const medium = shelf.medium({ mime: isVideo ? 'video/mp4' : 'image/jpeg' });
  const draft: DraftMedia = (isVideo ? video : image)({}, medium.sizeBytes);
  const { width, height, durationMs } = draft.facts;
  const media = { ...medium, width, height, durationMs };
  const [{ externalAccountId: accountId }] = simulator.accounts;
  const mark = randomUUID().replaceAll('-', '').slice(0, 12);
  const session: PlatformSession = {
    externalAccountId: accountId,
    handle: 'certified.person.test',
    baseUrl: `${sandbox.url}/${path}`,
    sandboxUrl: `${sandbox.url}/${path}`,
    credentials: simulator.credentialsOf(accountId, 0),
  };
  const result = await runSteps({
    platform,
    session,
    certification,
    file: { media, draft },
    options: {},
    skip: new Set(skip),
    scopes: null,
    mark,
    recorder,
    clock,
    newKey: randomUUID,
    signal: new AbortController().signal,
    wait: (ms) => delay(Math.min(ms, 50)),
    lookupDelaysMs: Array.from({ length: 100 }, () => 50),
    onChange: () => undefined,
    ...parts,
  });
  const report = reportOf(result, {
    label: definition.label,
    readme: `../../src/platforms/${path}/README.md`,
    day: '2026-11-28',
    version: '0.0.0-test',
    against: 'the sandbox',
    scopes: null,
    seenBy: certification.seenBy,
    deleteByHand: certification.deleteByHand,
    isFinished: true,
  });
  const left = async (): Promise<string[]> =>
    (await publicPosts(name, accountId)).filter((text) => text.includes(mark));
  return { result, report, session, platform, left };
}

const outcomesOf = ({ steps }: CertifyResult) =>
  Object.fromEntries(
    steps.map(({ step, outcome, answer }) => [step, outcome === 'confirmed' ? outcome : answer]),
  );

async function publicPosts(platform: string, accountId: string): Promise<string[]> {
  const url = `${sandbox.url}/publications?${new URLSearchParams({ platform, accountId }).toString()}`;
  const { body } = await safeFetch({ url, method: 'GET' });
  return (JSON.parse(body) as { data: { text: string }[] }).data.map(({ text }) => text);
}

describe.each(subjects.map((subject) => ({ name: subject.definition.name, subject })))(
  'punctual certify for $name',
  ({ subject }) => {
    it('confirms each assumption, leaves only what it cannot delete, and reports without secrets and ids', async () => {
      const { result, report, session, platform, left } = await certify(subject);
      const expected = result.steps.map(({ step }) => [step, 'confirmed']);
      expect(outcomesOf(result)).toEqual(Object.fromEntries(expected));
      expect(result.steps.map(({ step }) => step)).toEqual(
        certifySteps.filter((step) => result.steps.some((made) => made.step === step)),
      );
      expect(result.steps.length).toBeGreaterThanOrEqual(4);
      expect(isPassed(result, true)).toBe(true);
      expect(await left()).toHaveLength(
        platform.changeRules.removePosts === null ? result.made.filter(isPost).length : 0,
      );
      for (const { published, fate } of result.made) {
        const url = published?.externalUrl ?? published?.externalPostId ?? '';
        expect(fate).not.toBe('maybe-public');
        if (fate === 'public') expect(report).toContain(url);
      }
      const shown = result.made.flatMap(({ fate, published }) =>
        fate === 'public' && published !== null ? [published.externalUrl ?? published.externalPostId] : [],
      );
      const rest = shown.reduce((text, url) => text.replaceAll(url, ''), report);
      const secrets = Object.values(session.credentials).filter((value) => typeof value === 'string');
      expect(secrets.length).toBeGreaterThan(0);
      for (const secret of [...secrets, session.externalAccountId, session.handle]) {
        expect(rest).not.toContain(secret);
      }
      for (const { published } of result.made) {
        if (published !== null) expect(rest).not.toContain(published.externalPostId);
      }
      expect(readCertified(report)).toEqual({
        day: '2026-11-28',
        version: '0.0.0-test',
        against: 'the sandbox',
        isPassed: true,
      });
    });
  },
);

const isPost = ({ publication }: CertifyResult['made'][number]): boolean => publication.replyTo === null;

const subjectOf = (name: string): Subject => {
  const found = subjects.find(({ definition }) => definition.name === name);
  if (found === undefined) throw new Error(`${name} has no simulator.`);
  return found;
};

/** Answers requests whose URL matches, instead of the simulator. */
const answering =
  (isMeant: (request: EgressRequest) => boolean, status: number, body: object) =>
  (send: SafeFetch): SafeFetch =>
  (request) =>
    isMeant(request) ? Promise.resolve({ status, headers: {}, body: JSON.stringify(body) }) : send(request);

describe('a run of punctual certify that does not pass', () => {
  it('says which assumption was refuted, deletes the rest, and does not pass', async () => {
    const isReply = ({ url, body }: EgressRequest): boolean =>
      url.endsWith('/2/tweets') && typeof body === 'string' && body.includes('in_reply_to');
    const detail =
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged.';
    const { result, report, left } = await certify(subjectOf('X'), {
      through: answering(isReply, 403, { title: 'Forbidden', detail }),
    });
    expect(outcomesOf(result)).toMatchObject({
      text: 'confirmed',
      'first-comment': expect.stringContaining('COMMENTS_DISABLED') as string,
      delete: 'confirmed',
    });
    expect(report).toContain('| first-comment | X accepts a reply to the account’s own post');
    expect(report).toContain('**refuted**');
    expect(readCertified(report)?.isPassed).toBe(false);
    expect(await left()).toEqual([]);
  });

  it('publishes nothing if the account cannot be read', async () => {
    const { result, report, left } = await certify(subjectOf('X'), {
      through: answering(({ url }) => url.includes('/users/me'), 401, { title: 'Unauthorized' }),
    });
    expect(result.made).toEqual([]);
    expect(outcomesOf(result)).toMatchObject({ text: expect.stringContaining('Not tried') as string });
    expect(isPassed(result, true)).toBe(false);
    expect(report).toContain('**Published:** nothing');
    expect(await left()).toEqual([]);
  });

  it('finds a post whose response was really lost, and deletes it', async () => {
    let isFirst = true;
    const losing =
      (send: SafeFetch): SafeFetch =>
      async (request) => {
        const response = await send(request);
        if (!isFirst || request.method !== 'POST' || !request.url.endsWith('/2/tweets')) return response;
        isFirst = false;
        return { ...response, status: 502, body: '' };
      };
    const { result, left } = await certify(subjectOf('X'), { through: losing });
    expect(outcomesOf(result)).toMatchObject({
      text: expect.stringContaining('ambiguous') as string,
      'find-text': 'confirmed',
      delete: 'confirmed',
    });
    expect(result.steps.find(({ step }) => step === 'find-text')?.answer).toContain('no usable response');
    expect(await left()).toEqual([]);
  });

  it('names what it could not delete, with its URL and what a person can do', async () => {
    const { result, report } = await certify(subjectOf('BLUESKY'), {
      through: answering(({ url }) => url.includes('deleteRecord'), 403, {
        error: 'Forbidden',
        message: 'no',
      }),
    });
    expect(isPassed(result, true)).toBe(false);
    expect(result.made.map(({ fate }) => fate)).toEqual(['public', 'public', 'public']);
    for (const { published } of result.made) expect(report).toContain(published?.externalUrl);
    expect(report).toContain('choose "Delete post"');
  });

  it('stops immediately when it is told to, and deletes public posts', async () => {
    const stopping = new AbortController();
    const { result, left } = await certify(subjectOf('BLUESKY'), {
      parts: {
        signal: stopping.signal,
        onChange: ({ steps }) => {
          if (steps.at(-1)?.step === 'text') stopping.abort();
        },
      },
    });
    expect(outcomesOf(result)).toMatchObject({
      text: 'confirmed',
      media: 'The run was stopped.',
      delete: 'confirmed',
    });
    expect(await left()).toEqual([]);
  });

  it('skips the steps that it was told to skip, and the steps that depend on them', async () => {
    const { result, report } = await certify(subjectOf('X'), { skip: ['first-comment'] });
    const left = result.steps.filter(({ outcome }) => outcome === 'skipped');
    expect(left.map(({ step }) => step)).toEqual(['first-comment', 'find-first-comment', 'read-comments']);
    expect(left.flatMap(({ calls }) => calls)).toEqual([]);
    expect(result.made.map(({ what }) => what)).toEqual(['text', 'image']);
    expect(isPassed(result, true)).toBe(true);
    expect(report).toContain('left out');
  });
});
