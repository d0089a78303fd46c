import type { ChangeRules } from '../../src/domain/changes.js';
import type { PlatformName, PublishGuarantee } from '../../src/domain/platforms.js';
import type {
  EditAnswer,
  LookAnswer,
  PlatformChanges,
  PublicPost,
  RemoveAnswer,
} from '../../src/platforms/kit/changes.js';
import type { PlatformFailure } from '../../src/platforms/kit/failure.js';
import { createScriptedPlatform, type ScriptedPlatform } from './scripted-platform.js';

/** A script for one mutating call: whether the platform carries it out, and what the caller gets back. */
export interface ChangeScript {
  accept: boolean;
  /** Undefined: the real response. */
  answer?: RemoveAnswer | EditAnswer;
  /** Called during the request. */
  during?: () => Promise<void>;
  /** Whether the caller crashes after the platform has carried the call out, before it can record anything. */
  thenDie?: boolean;
}

export interface ChangingPlatform extends ScriptedPlatform {
  /** Returns the public posts: the text of each id, without those that were removed. */
  shown: () => Map<string, string>;
  /** The mutating calls in their order: "remove X-1", "edit X-1". */
  changed: string[];
  looks: number;
  changeScript: ChangeScript[];
  lookScript: (LookAnswer | PlatformFailure)[];
}

export const usualChangeRules: ChangeRules = {
  removePosts: {},
  removeComments: {},
  editPosts: { fields: ['text'], windowMs: null, countMax: null, needs: null, changesId: false },
  look: { lagMs: 1_000, absenceProves: true },
  sources: [],
};

/** Creates a platform in memory that also removes and edits what it has published. */
export function createChangingPlatform(
  name: PlatformName,
  guarantee: PublishGuarantee,
  rules: ChangeRules = usualChangeRules,
): ChangingPlatform {
  const base = createScriptedPlatform(name, guarantee);
  const gone = new Set<string>();
  const texts = new Map<string, string>();
  const shown = (): Map<string, string> =>
    new Map(
      base.published.filter(({ id }) => !gone.has(id)).map(({ id, text }) => [id, texts.get(id) ?? text]),
    );
  const call = async <Answer>(
    what: string,
    carryOut: () => Answer,
  ): Promise<Answer | RemoveAnswer | EditAnswer> => {
    platform.changed.push(what);
    const { accept, answer, during, thenDie } = platform.changeScript.shift() ?? { accept: true };
    await during?.();
    if (!accept) return answer ?? { kind: 'ambiguous', message: 'no answer' };
    const real = carryOut();
    if (thenDie === true) throw new Error('the process was killed here');
    return answer ?? real;
  };
  const publishedOf = ({ externalPostId, externalUrl, reference }: PublicPost) => ({
    externalPostId,
    externalUrl,
    reference,
  });
  const changes: PlatformChanges = {
    remove: async (_session, { externalPostId: id }) =>
      (await call(`remove ${id}`, (): RemoveAnswer => {
        if (!shown().has(id)) return { kind: 'gone' };
        gone.add(id);
        return { kind: 'removed' };
      })) as RemoveAnswer,
    edit: async (_session, post, { text }) =>
      (await call(`edit ${post.externalPostId}`, (): EditAnswer => {
        if (!shown().has(post.externalPostId)) return { kind: 'gone' };
        texts.set(post.externalPostId, text);
        return { kind: 'edited', published: publishedOf(post) };
      })) as EditAnswer,
    find: (_session, post, edited) => {
      platform.looks += 1;
      const scripted = platform.lookScript.shift();
      if (scripted !== undefined) return Promise.resolve(scripted);
      const text = shown().get(post.externalPostId);
      if (text === undefined) return Promise.resolve({ kind: 'gone' });
      const shows = text === edited?.text ? 'EDITED' : text === post.text ? 'BEFORE' : 'OTHER';
      return Promise.resolve({ kind: 'there', published: publishedOf(post), shows });
    },
  };
  const platform: ChangingPlatform = Object.assign(base, {
    changeRules: rules,
    changes,
    shown,
    changed: [],
    looks: 0,
    changeScript: [],
    lookScript: [],
  });
  const resetBase = base.reset;
  platform.reset = () => {
    resetBase();
    gone.clear();
    texts.clear();
    platform.changed.length = platform.changeScript.length = platform.lookScript.length = 0;
    platform.looks = 0;
  };
  return platform;
}
