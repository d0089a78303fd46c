import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { useAllAccounts } from '../../api/accounts.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { platformsQuery } from '../../api/platforms.js';
import { useWorkspace } from '../../api/workspace.js';
import { inFormWords } from './featured-options.js';
import { inUserLanguage } from './option-schema.js';

type Schemas = components['schemas'];
export type Account = Schemas['SocialAccount'];
export type PlatformInfo = Schemas['PlatformInfo'];
export type Post = Schemas['Post'];
export type Media = Schemas['Media'];
export type Validation = Schemas['PostValidation'];
export type AccountChoices = Schemas['AccountChoices'];
export type Choice = Schemas['Choice'];
export type TargetInput = Schemas['TargetEntry'];
export type CreatePost = Schemas['CreatePostNested'];
export type UpdatePost = Schemas['UpdatePostNested'];

const choicesFreshMs = 240_000;
/** Image URLs are signed and valid for at least ten minutes, so media are read again earlier. */
const mediaFreshMs = 300_000;
const processingPollMs = 2_000;
const libraryRows = 24;

export const usePlatforms = () => useQuery({ ...platformsQuery, select: inWords });

const inWords = (platforms: readonly PlatformInfo[]): readonly PlatformInfo[] =>
  platforms.map((info) =>
    info.optionsSchema === null
      ? info
      : { ...info, optionsSchema: { ...inFormWords(info.platform, inUserLanguage(info.optionsSchema)) } },
  );

export const useAccounts = () => useAllAccounts(useWorkspace().id, byPlatform);

const byPlatform = (accounts: Account[]): Account[] =>
  accounts.toSorted((a, b) => a.platform.localeCompare(b.platform) || a.handle.localeCompare(b.handle));

/**
 * Reads the values that an account offers for its options, such as its boards. `enabled` is set if the platform has
 * such options.
 */
export function useChoices(accountId: string, enabled: boolean) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, 'choices', accountId),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/social-accounts/{id}/choices', { params: { path: { id: accountId } }, signal })),
    staleTime: choicesFreshMs,
    enabled,
  });
}

/**
 * Searches the platform for values of an option, with the access of the account. It searches only when the user asks
 * for it, because a search may cost money.
 */
export const searchQuery = (
  workspaceId: string,
  search: { accountId: string; option: string; name: string },
) => {
  const { accountId, option, name } = search;
  return queryOptions({
    queryKey: keys.of(workspaceId, 'choices', accountId, option, name),
    queryFn: async ({ signal }) => {
      const params = { path: { id: accountId }, query: { option, q: name } };
      const found = await dataOf(api.GET('/social-accounts/{id}/choices', { params, signal }));
      return found.options[option] ?? [];
    },
    staleTime: choicesFreshMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
};

export const postQuery = (workspaceId: string, postId: string) =>
  queryOptions({
    queryKey: keys.of(workspaceId, 'posts', postId, 'to-edit'),
    queryFn: ({ signal }) => dataOf(api.GET('/posts/{id}', { params: { path: { id: postId } }, signal })),
    staleTime: 0,
  });

/** Reads media by id. Media that are being processed are polled until they are ready. */
export function useMediaOf(ids: readonly string[]): ReadonlyMap<string, Media> {
  const { id: workspaceId } = useWorkspace();
  const found = useQueries({
    queries: [...new Set(ids)].map((mediaId) => ({
      queryKey: keys.of(workspaceId, 'media', 'one', mediaId),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataOf(api.GET('/media/{id}', { params: { path: { id: mediaId } }, signal })),
      staleTime: mediaFreshMs,
      refetchInterval: ({ state }: { state: { data: Media | undefined } }) =>
        state.data?.status === 'PROCESSING' ? processingPollMs : mediaFreshMs,
    })),
  });
  return new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}

export function useRememberMedia(): (media: Media) => void {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return (media) => {
    client.setQueryData(keys.of(id, 'media', 'one', media.id), media);
    void client.invalidateQueries({ queryKey: keys.of(id, 'media', 'library') });
  };
}

/** The kinds of media that a post can consist of. */
const kindsOfPosts = 'IMAGE,GIF,VIDEO,DOCUMENT';

/** The kinds of media that options name. */
export type OptionMediaKind = 'IMAGE' | 'SUBTITLES';

/** Reads the media in a workspace's library that are ready to use. */
export function useLibrary(id: string, kind: string = kindsOfPosts) {
  return usePages<Media>(keys.of(id, 'media', 'library', kind), (cursor, signal) => {
    const query = {
      workspaceId: id,
      status: 'READY',
      limit: libraryRows,
      kind,
      ...(cursor !== undefined && { cursor }),
    };
    return dataOf(api.GET('/media', { params: { query }, signal }));
  });
}
