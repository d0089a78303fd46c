import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { envSchema } from '../../src/config/env.js';
import { storageFilePath, storageUploadPath } from '../../src/domain/media.js';
import { readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { read } from '../docs/repository.js';

describe('the configuration of nginx', () => {
  const nginx = read('deploy/nginx/punctual.conf');
  const locations = new Map(
    [...nginx.matchAll(/location (?:= )?(\S+) \{([^}]*)\}/g)].map(([, path = '', text = '']) => [path, text]),
  );

  it('lets uploads and downloads of any size pass without copying them', () => {
    for (const path of [storageUploadPath, storageFilePath]) expect(path).toMatch(/^\/storage\//);
    for (const setting of [
      'client_max_body_size 0;',
      'proxy_request_buffering off;',
      'proxy_buffering off;',
    ]) {
      expect(locations.get('/storage/')).toContain(setting);
    }
  });

  it('waits for slow operations as long as docs/production.md says', () => {
    expect(locations.get('/api/v1/media/from-url')).toContain('proxy_read_timeout 900s;');
    expect(locations.get('/mcp')).toContain('proxy_read_timeout 900s;');
    expect(locations.get('/api/v1/posts')).toContain('proxy_read_timeout 120s;');
    const { paths } = JSON.parse(read('openapi.json')) as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/media/from-url', '/posts']));
  });

  it('passes the host on, and appends to the list of clients', () => {
    expect(nginx).toContain('proxy_set_header Host $host;');
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
  });
});

describe('the proxies', () => {
  it('expect the API at its usual port', () => {
    const port = envSchema.shape.PORT.parse(undefined);
    expect(read('deploy/caddy/Caddyfile')).toContain(`{$PUNCTUAL_UPSTREAM:127.0.0.1:${port}}`);
    expect(read('deploy/nginx/punctual.conf')).toContain(`server 127.0.0.1:${port};`);
  });
});

describe('the dynamic configuration of Temporal', () => {
  it('is that of the development server, and has one partition, as that server has by default', () => {
    const flags = readComposeCommand().flatMap((argument) => {
      const [, key, value] = /^--dynamic-config-value=([^=]+)=(.*)$/.exec(argument) ?? [];
      return key === undefined || value === undefined ? [] : [[key, [{ value: parse(value) as unknown }]]];
    });
    const onePartition = [{ value: 1 }];
    expect(parse(read('deploy/temporal/dynamic-config.yaml'))).toMatchObject({
      ...Object.fromEntries(flags),
      'matching.numTaskqueueReadPartitions': onePartition,
      'matching.numTaskqueueWritePartitions': onePartition,
    });
  });
});
