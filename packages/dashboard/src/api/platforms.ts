import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';

export type PlatformInfo = components['schemas']['PlatformInfo'];
export type PlatformName = PlatformInfo['platform'];

/** Platforms change only with releases, so they are read once per page load. */
export const platformsQuery = queryOptions({
  queryKey: keys.platforms,
  queryFn: async ({ signal }) => (await dataOf(api.GET('/platforms', { signal }))).data,
  staleTime: Infinity,
});

export const usePlatforms = () => useQuery(platformsQuery);
