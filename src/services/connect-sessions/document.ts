import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { ServiceDeps } from '../shared/context.js';

/**
 * Returns a document that a platform reads from this installation before people can grant access. Null if there is no
 * document of that name.
 */
export async function readConnectDocument(
  { platforms, connect }: Pick<ServiceDeps, 'platforms' | 'connect'>,
  { platform, name }: { platform: PlatformName; name: string },
): Promise<JsonObject | null> {
  const documents = await platforms.get(platform)?.connect?.redirect?.documents?.(connect.publicUrl());
  return documents !== undefined && Object.hasOwn(documents, name) ? (documents[name] ?? null) : null;
}
