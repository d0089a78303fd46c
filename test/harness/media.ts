import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../src/clock.js';
import type { MediaConfig } from '../../src/config/media.js';
import { mediaBytesMaxDefault } from '../../src/domain/media.js';
import { createMediaDeps } from '../../src/media-deps.js';

/** The configuration of a test's process: a folder that does not exist yet, and no access to the network. */
export function testMediaConfig(overrides: Partial<MediaConfig> = {}): MediaConfig {
  return {
    publicUrl: 'http://127.0.0.1:1',
    isPublicUrlSet: true,
    storage: {
      kind: 'filesystem',
      folder: path.join(tmpdir(), `punctual-media-${randomBytes(6).toString('hex')}`),
    },
    bytesMax: mediaBytesMaxDefault,
    workspaceBytesMax: null,
    freeBytesMin: 0,
    workers: 1,
    keepMetadata: false,
    fromUrl: null,
    ...overrides,
  };
}

/** Creates the real media library in its own folder. The URL of the API is set once it is known. */
export function createTestMedia(clock: Clock) {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-media-'));
  const config = testMediaConfig({ storage: { kind: 'filesystem', folder } });
  const media = createMediaDeps(config, { clock, signingKeys: [randomBytes(32)] });
  return {
    deps: media.deps,
    folder,
    setPublicUrl: (url: string): void => {
      config.publicUrl = url;
    },
    close: async (): Promise<void> => {
      await media.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
