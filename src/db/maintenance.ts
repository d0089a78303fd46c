import postgres from 'postgres';
import { sharesConnections } from './server-settings.js';

/**
 * Opens connections for work that may take as long as it needs, such as migrations and backups, regardless of the
 * role's own time limit. A pooler refuses that setting; there the limit stays.
 */
export function openMaintenance(url: string, options: { connectionsMax: number }): postgres.Sql {
  return postgres(url, {
    max: options.connectionsMax,
    connect_timeout: 10,
    onnotice: () => undefined,
    ...(sharesConnections(url) ? {} : { connection: { statement_timeout: '0' as never } }),
  });
}
