import { describe, expect, it } from 'vitest';
import { ConfigError, readEnv } from './env.js';
import { mediaConfig } from './media.js';

const read = (source: Record<string, string>) => mediaConfig(readEnv(source));
const MiB = 1024 * 1024;

describe('the media configuration', () => {
  it('keeps media in a folder below DATA_DIR, and opens no private network, by default', () => {
    expect(read({ DATA_DIR: '/srv/punctual', PORT: '8080' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:8080',
      storage: { kind: 'filesystem', folder: '/srv/punctual/media' },
      bytesMax: { IMAGE: 50 * MiB, GIF: 50 * MiB, VIDEO: 4_096 * MiB },
      fromUrl: { allowCidrs: [], ownHosts: [], nat64: false },
    });
    expect(read({ STORAGE_DIR: '/media' }).storage).toEqual({ kind: 'filesystem', folder: '/media' });
    expect(read({ MEDIA_FROM_URL: 'off' }).fromUrl).toBeNull();
  });

  it('accepts a complete bucket, and says what an incomplete one lacks', () => {
    const bucket = { STORAGE: 's3', STORAGE_S3_BUCKET: 'media' };
    const [keyId, secret] = [{ STORAGE_S3_ACCESS_KEY_ID: 'a' }, { STORAGE_S3_SECRET_ACCESS_KEY: 'b' }];
    expect(read(bucket).storage).toEqual({
      kind: 's3',
      bucket: 'media',
      region: 'us-east-1',
      pathStyle: false,
    });
    const own = { STORAGE_S3_ENDPOINT: 'https://s3.example.com/', STORAGE_S3_PATH_STYLE: '1' };
    expect(read({ ...bucket, ...keyId, ...secret, ...own }).storage).toMatchObject({
      endpoint: 'https://s3.example.com',
      pathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    expect(() => read({ STORAGE: 's3' })).toThrow(/STORAGE_S3_BUCKET/);
    expect(() => read({ ...bucket, ...keyId })).toThrow(ConfigError);
  });

  it('allows private networks for media separately from webhooks, and in production only after confirmation', () => {
    const networks = { MEDIA_ALLOW_CIDRS: '10.0.0.0/8' };
    expect(() => read(networks)).toThrow(/MEDIA_ALLOW_CIDRS.*ALLOW_PRIVATE_EGRESS=1/);
    expect(read({ ...networks, ALLOW_PRIVATE_EGRESS: '1' }).fromUrl?.allowCidrs).toEqual(['10.0.0.0/8']);
    const webhooks = { WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8', ALLOW_PRIVATE_EGRESS: '1' };
    expect(read(webhooks).fromUrl?.allowCidrs).toEqual([]);
  });
});
