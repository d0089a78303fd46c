/** How long a transaction may wait for us. None waits for anything but the database, so this is for hosts that are gone. */
const idleInTransactionTimeoutMs = 30_000;
/** A host that is gone is noticed after the sum of these: then its connections end. */
const keepAlive = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };

/** Settings of Postgres, by name. */
export type ServerSettings = Readonly<Record<string, number>>;

/** The time limits that the server enforces itself. */
export function serverSettings(statementTimeoutMs: number): ServerSettings {
  return {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    ...keepAlive,
  };
}

/**
 * Whether a pooler shares the server's connections between transactions, which `prepare=false` in the URL says. Then a
 * connection has no settings of its own: most poolers refuse them at the start, and what is set later would reach
 * others.
 */
export function sharesConnections(url: string): boolean {
  const words = new URLSearchParams(url.split('?')[1] ?? '');
  return ['false', 'disable'].includes(words.get('prepare') ?? '');
}

/** Sets them for the transaction at whose beginning it runs. Null: there are none. */
export function settingsForTransaction(settings: ServerSettings): string | null {
  const own = Object.entries(settings).filter(([name]) => !(name in keepAlive));
  return own.length === 0 ? null : own.map(([name, value]) => `set local ${name} = ${value}`).join('; ');
}
