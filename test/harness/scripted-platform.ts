import { noChanges } from '../../src/domain/changes.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { PlatformName, PublishGuarantee } from '../../src/domain/platforms.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PrepareAnswer,
  Publication,
  ReadinessAnswer,
  RefreshAnswer,
  UploadAnswer,
  UploadRun,
} from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';

/** A script for a commit: whether the platform accepts it, and what the caller gets back. */
export interface CommitScript {
  accept: boolean;
  /** Undefined: the real response. */
  answer?: CommitAnswer;
  /** Called during the request. */
  during?: () => Promise<void>;
  /** Whether the caller crashes after the platform has accepted the post, before it can record anything. */
  thenDie?: boolean;
}

export interface ScriptedPlatform extends Platform {
  /** Every accepted commit. A repeated one is listed twice. */
  published: { text: string; replyTo: string | null; id: string }[];
  commits: number;
  uploads: number;
  lookups: number;
  refreshes: number;
  /** The scripts of the next uploads: a response, or undefined to continue and succeed. When empty, uploads succeed. */
  uploadScript: ((run: UploadRun, state: JsonObject | null) => Promise<UploadAnswer | undefined>)[];
  /** The scripts of the next commits. When empty, commits succeed. */
  script: CommitScript[];
  readiness: ReadinessAnswer[];
  finds: FindAnswer[];
  refreshAnswers: RefreshAnswer[];
  /** Resets to a working platform with nothing published. */
  reset: () => void;
}

/** Creates a platform in memory behind the real interface, for tests of the protocol. It records every call. */
export function createScriptedPlatform(name: PlatformName, guarantee: PublishGuarantee): ScriptedPlatform {
  const toPublished = (id: string) => ({
    externalPostId: id,
    externalUrl: `https://example.test/${id}`,
    reference: null,
  });
  const platform: ScriptedPlatform = {
    changeRules: noChanges,
    reset: () => {
      for (const list of [
        platform.published,
        platform.script,
        platform.uploadScript,
        platform.readiness,
        platform.finds,
        platform.refreshAnswers,
      ]) {
        list.length = 0;
      }
      platform.commits = platform.uploads = platform.lookups = platform.refreshes = 0;
    },
    name,
    guaranteeOf: () => guarantee,
    limits: {
      textUnit: 'characters',
      textMax: 500,
      textBytesMax: null,
      textRequired: true,
      firstComment: true,
      firstCommentMax: null,
    },
    label: 'A platform',
    parts: { options: [] },
    websites: ['platform.invalid'],
    optionsSchema: { type: 'object' },
    published: [],
    commits: 0,
    uploads: 0,
    uploadScript: [],
    lookups: 0,
    refreshes: 0,
    script: [],
    readiness: [],
    finds: [],
    refreshAnswers: [],
    validate: (draft) =>
      draft.text.length > 500
        ? [
            {
              field: 'text',
              rule: 'text_too_long',
              message: 'Too long.',
              limit: 500,
              actual: draft.text.length,
            },
          ]
        : [],
    uploadMedia: async (_session, { media }, state, run): Promise<UploadAnswer> => {
      platform.uploads += 1;
      const scripted = await platform.uploadScript.shift()?.(run, state);
      if (scripted !== undefined) return scripted;
      run.progress(media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
      return { kind: 'uploaded', state: { ...state, media: media.map(({ sha256 }) => sha256) } };
    },
    prepare: (_session: PlatformSession, { text, media }: Publication, state): Promise<PrepareAnswer> => {
      if (media.length === 0) return Promise.resolve({ kind: 'prepared', state: { text } });
      if (state?.['media'] === undefined) {
        return Promise.resolve({ kind: 'upload-again', message: 'no media yet' });
      }
      return Promise.resolve({ kind: 'prepared', state: { text, media: state['media'] } });
    },
    checkReadiness: (): Promise<ReadinessAnswer> =>
      Promise.resolve(platform.readiness.shift() ?? { kind: 'ready' }),
    commit: async (_session, publication): Promise<CommitAnswer> => {
      platform.commits += 1;
      const { accept, answer, during, thenDie } = platform.script.shift() ?? { accept: true };
      await during?.();
      if (!accept) return answer ?? { kind: 'ambiguous', message: 'no answer' };
      const id = `${name}-${platform.published.length + 1}`;
      platform.published.push({
        text: publication.text,
        replyTo: publication.replyTo?.externalPostId ?? null,
        id,
      });
      if (thenDie === true) throw new Error('the process was killed here');
      return answer ?? { kind: 'published', published: toPublished(id) };
    },
    findPublished: (_session, publication: Publication): Promise<FindAnswer> => {
      platform.lookups += 1;
      const scripted = platform.finds.shift();
      if (scripted !== undefined) return Promise.resolve(scripted);
      const found = platform.published.find((entry) => entry.text === publication.text);
      return Promise.resolve(
        found === undefined ? { kind: 'absent' } : { kind: 'found', published: toPublished(found.id) },
      );
    },
    refresh: (): Promise<RefreshAnswer> => {
      platform.refreshes += 1;
      const credentials: JsonObject = { token: `refreshed-${platform.refreshes}` };
      return Promise.resolve(platform.refreshAnswers.shift() ?? { kind: 'refreshed', credentials });
    },
  };
  return platform;
}
