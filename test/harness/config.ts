import { randomBytes } from 'node:crypto';
import type { AppConfig } from '../../src/config/config.js';
import { testMediaConfig } from './media.js';

/** The configuration of a test's process: the test's own servers, and no access to the network. */
export function testConfig(own: Pick<AppConfig, 'databaseUrl' | 'temporal'> & Partial<AppConfig>): AppConfig {
  return {
    version: '0.0.0-test',
    logLevel: 'silent',
    databasePoolMax: 10,
    encryptionKeys: [{ id: 'test', key: randomBytes(32) }],
    temporalUiUrl: null,
    sandboxUrl: null,
    platformSettings: {},
    egressPolicy: { allowCidrs: ['127.0.0.0/8'], ownHosts: [], nat64: false },
    platformEgress: { allowCidrs: [], ownHosts: [], nat64: false },
    media: testMediaConfig(),
    connect: { publicUrl: 'http://127.0.0.1:3000', returnOrigins: [] },
    signUp: 'invited',
    workspaces: { creation: 'owners', perUserMax: 100 },
    needsSetUpToken: false,
    rateLimits: { burst: null, sustained: null },
    rateLimitUserTimes: null,
    defaultPlan: 'SELF_HOSTED',
    retention: { auditLog: 400, revokedKeys: 400, deletedPosts: 31, posts: 0, comments: 0, metrics: 0 },
    stripe: null,
    tracing: false,
    ...own,
  };
}
