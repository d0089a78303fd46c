import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { registerCodePages } from '../docs/code-pages.js';
import { createFrame } from '../docs/frame.js';
import { registerGuidePages, registerGuides } from '../docs/guides.js';
import { onceForEach } from '../../concurrency/once-for-each.js';
import { projectRoot } from '../../project-root.js';
import { readLibrary } from '../docs/library.js';
import { readReference } from '../docs/reference/description.js';
import { registerReference } from '../docs/reference/pages.js';
import { errorPages } from '../errors/pages.js';
import { targetErrorPages } from '../errors/target-pages.js';
import type { ApiEnv } from '../types.js';

export interface DocsOptions {
  /** Returns the current description of the API. It is the same object as long as nothing has changed. */
  description: () => object;
  /** The folder with README.md and docs/. Absent: those of this version. */
  guidesFolder?: string;
  /**
   * Counts a search by the client's network. If there were too many, returns true and sets the rate limit headers.
   * Absent: searches are not limited.
   */
  isTooManySearches?: (c: Context<ApiEnv>) => boolean;
}

/**
 * Serves the documentation. Its pages load nothing from other servers and have a strict content security policy. Returns a
 * function that renders the guides and prepares the search, so that the first reader need not wait for it.
 */
export function registerDocs(app: OpenAPIHono<ApiEnv>, options: DocsOptions): () => Promise<void> {
  const { guidesFolder = projectRoot, description, isTooManySearches = () => false } = options;
  const library = onceRead(() => readLibrary(guidesFolder));
  const frame = createFrame(library);
  const reference = onceForEach(description, readReference);
  const prepareSearch = registerGuides(app, { library, frame, reference, isTooMany: isTooManySearches });
  registerReference(app, { library, frame }, reference);
  registerCodePages(app, { library, frame }, errorPages);
  registerCodePages(app, { library, frame }, targetErrorPages);
  registerGuidePages(app, { library, frame });
  return prepareSearch;
}

/** Caches the result of a read, because requests need no credential. A failed read is tried again. */
function onceRead<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}
