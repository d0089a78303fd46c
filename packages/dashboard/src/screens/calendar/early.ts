import type { UrlParams } from '../../lib/use-url-params.js';
import { preloadMessages } from './preload-messages.js';
import { shownPeriod } from './shown-period.js';
import { hasPictures, pageQuery, shownSpan, spansAfter, type Instants } from './tile-pages.js';

preloadMessages();

/** Requests the pages of posts that the calendar in the URL will read, before the code that reads them is loaded. */
export async function requestEarly(
  workspaceId: string,
  search: UrlParams,
  request: (path: string) => Promise<Response>,
): Promise<void> {
  const period = shownPeriod(search);
  const span = shownSpan(period);
  const requestPage = (of: Instants): Promise<Response> => {
    const query = Object.entries(pageQuery(workspaceId, of, hasPictures(period)));
    return request(`/api/v1/posts?${new URLSearchParams(query.map(([name, value]) => [name, `${value}`]))}`);
  };
  const answer = await requestPage(span);
  if (!answer.ok) return;
  // The copy leaves the answer itself to the calendar.
  const page = (await answer.clone().json()) as Parameters<typeof spansAfter>[0];
  for (const rest of spansAfter(page, span.until)) void requestPage(rest);
}
