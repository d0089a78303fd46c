import type { z } from 'zod';
import { parseCredentials } from './call.js';
import type { PlatformChanges } from './changes.js';
import type { ChoiceSearches } from './choices.js';
import type { CommentPush, PlatformComments } from './comments.js';
import type { PlatformConnect } from './connect.js';
import { failureIn, type PlatformFailure } from './failure.js';
import type { ConnectorParts } from './parts.js';
import type { Platform } from './platform.js';
import { secretsIn, type OpenSession, type PlatformSession } from './session.js';

/** A platform's connector, without the fields that are in the platform's definition. */
export type Connector<Session = PlatformSession> = Omit<
  Platform<Session>,
  | 'name'
  | 'label'
  | 'websites'
  | 'optionsSchema'
  | 'optionMedia'
  | 'cardRefusal'
  | 'datedVersion'
  | 'changeRules'
>;

/**
 * Wraps a connector. Inside, a failure may be thrown (`PlatformFailed`), and credentials are parsed. For
 * callers, every failure is a value. Other exceptions pass through.
 */
export function openConnector<Credentials, Settings>(
  common: ConnectorParts & { settings: Settings },
  credentials: z.ZodType<Credentials>,
  connector: Connector<OpenSession<Credentials, Settings>>,
): Connector {
  const open = (session: PlatformSession) => openSession(common, credentials, session);
  const {
    choices,
    searches,
    comments,
    connect,
    metrics,
    readPermalink,
    addExtras,
    check,
    revoke,
    changes,
    ...rest
  } = connector;
  return {
    ...rest,
    uploadMedia: (session, ...more) => answerOf(() => connector.uploadMedia(open(session), ...more)),
    prepare: (session, ...more) => answerOf(() => connector.prepare(open(session), ...more)),
    checkReadiness: (session, ...more) => answerOf(() => connector.checkReadiness(open(session), ...more)),
    commit: (session, ...more) => answerOf(() => connector.commit(open(session), ...more)),
    findPublished: (session, ...more) => answerOf(() => connector.findPublished(open(session), ...more)),
    refresh: (session) => answerOf(() => connector.refresh(open(session))),
    ...(check && { check: (session) => answerOf(() => check(open(session))) }),
    ...(revoke && { revoke: (session) => answerOf(() => revoke(open(session))) }),
    ...(readPermalink && {
      // A failure is ignored, because the post is already public.
      readPermalink: async (session, published) => {
        const url = await answerOf(() => readPermalink(open(session), published));
        return typeof url === 'string' ? url : null;
      },
    }),
    ...(addExtras && { addExtras: (session, ...more) => addExtras(open(session), ...more) }),
    ...(choices && {
      choices: { ...choices, read: (session) => answerOf(() => choices.read(open(session))) },
    }),
    ...(searches && { searches: openSearches(searches, open) }),
    ...(comments && { comments: openComments(comments, open) }),
    ...(metrics && {
      metrics: {
        ...metrics,
        measure: (session, posts) => answerOf(() => metrics.measure(open(session), posts)),
      },
    }),
    ...(changes && { changes: openChanges(changes, open) }),
    ...(connect && { connect: openConnect(connect) }),
  };
}

function openSearches<Session>(
  searches: ChoiceSearches<Session>,
  open: (session: PlatformSession) => Session,
): ChoiceSearches {
  return Object.fromEntries(
    Object.entries(searches).map(([option, search]) => [
      option,
      {
        ...search,
        find: (session: PlatformSession, query: string) => answerOf(() => search.find(open(session), query)),
      },
    ]),
  );
}

function openComments<Session>(
  comments: PlatformComments<Session>,
  open: (session: PlatformSession) => Session,
): PlatformComments {
  const { push, hiding, deleting, ...rest } = comments;
  return {
    ...rest,
    list: (session, ...more) => answerOf(() => comments.list(open(session), ...more)),
    ...(hiding && {
      hiding: { ...hiding, set: (session, ...more) => answerOf(() => hiding.set(open(session), ...more)) },
    }),
    ...(deleting && {
      deleting: {
        ...deleting,
        remove: (session, ...more) => answerOf(() => deleting.remove(open(session), ...more)),
      },
    }),
    ...(push && { push: openPush(push, open) }),
  };
}

function openChanges<Session>(
  { remove, edit, ...changes }: PlatformChanges<Session>,
  open: (session: PlatformSession) => Session,
): PlatformChanges {
  return {
    find: (session, ...more) => answerOf(() => changes.find(open(session), ...more)),
    ...(remove && { remove: (session, ...more) => answerOf(() => remove(open(session), ...more)) }),
    ...(edit && { edit: (session, ...more) => answerOf(() => edit(open(session), ...more)) }),
  };
}

function openPush<Session>(
  { subscribe, ...push }: CommentPush<Session>,
  open: (session: PlatformSession) => Session,
): CommentPush {
  return {
    ...push,
    ...(subscribe && { subscribe: (session) => answerOf(() => subscribe(open(session))) }),
  };
}

function openConnect({ redirect, credentials, ...rest }: PlatformConnect): PlatformConnect {
  return {
    ...rest,
    redirect: redirect && {
      ...redirect,
      begin: (...asked) => answerOf(() => redirect.begin(...asked)),
      finish: (...granted) => answerOf(() => redirect.finish(...granted)),
    },
    credentials: credentials && {
      ...credentials,
      connect: (...entered) => answerOf(() => credentials.connect(...entered)),
    },
  };
}

function openSession<Credentials, Settings>(
  common: ConnectorParts & { settings: Settings },
  schema: z.ZodType<Credentials>,
  { credentials: stored, ...session }: PlatformSession,
): OpenSession<Credentials, Settings> {
  let parsed: { credentials: Credentials } | undefined;
  return {
    ...common,
    ...session,
    secrets: secretsIn(stored),
    get credentials() {
      parsed ??= { credentials: parseCredentials(schema, stored) };
      return parsed.credentials;
    },
  };
}

async function answerOf<T>(call: () => Promise<T>): Promise<T | PlatformFailure> {
  try {
    return await call();
  } catch (error) {
    return failureIn(error);
  }
}
