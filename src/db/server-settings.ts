/**
 * How long a transaction may be idle. Ours wait only for the database, so this limit affects only hosts that are gone.
 */
const idleInTransactionTimeoutMs = 30_000;
/** The server notices a lost host within about a minute, and ends its connections. */
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
 * Whether a pooler shares the server's connections between transactions, as `prepare=false` in the URL states. Such a
 * connection gets no settings of its own: most poolers refuse them when it opens, and later ones would affect other
 * clients.
 */
export function sharesConnections(url: string): boolean {
  const words = new URLSearchParams(url.split('?')[1] ?? '');
  return ['false', 'disable'].includes(words.get('prepare') ?? '');
}

/** The statements that set the settings for the transaction that begins with them. Null if there are none. */
export function settingsForTransaction(settings: ServerSettings): string | null {
  const own = Object.entries(settings).filter(([name]) => !(name in keepAlive));
  return own.length === 0 ? null : own.map(([name, value]) => `set local ${name} = ${value}`).join('; ');
}
