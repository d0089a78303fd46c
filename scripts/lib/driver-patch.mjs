// Repairs to the Postgres driver (docs/decisions/database.md#65-the-postgres-driver-is-patched). Each file is
// identified by its checksum: if the version or the text differs, nothing is patched and the command fails.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, inProject, sha256 } from './project.mjs';

const version = '3.4.9';

/** @typedef {{ before: string, after: string }} Edit One place, which the original has exactly once. */

/** @type {readonly { file: string, original: string, edits: readonly Edit[] }[]} */
const patches = [
  {
    file: 'src/connection.js',
    original: 'ee3a218d9aa6a6f2887c1a19da50009335fe84c11a5431d5cab72d6bc528632f',
    edits: [
      // Closes the connection at a reset ('error'). The original waits for 'close', and loses statements sent until
      // then.
      {
        before: `    x.on('error', error)
    x.on('close', closed)
    x.on('drain', drain)
    return x
  }
`,
        after: `    x.on('error', lost)
    x.on('close', closed)
    x.on('drain', drain)
    return x
  }

  function lost(err) {
    const x = socket
    error(err)
    closed(true)
    x.destroy()
  }
`,
      },
      {
        before: `    socket.on('secureConnect', connected)
    socket.on('error', error)
`,
        after: `    socket.on('secureConnect', connected)
    socket.on('error', lost)
`,
      },
      // Rejects a statement for a closed connection. True: the connection stays in its queue.
      {
        before: `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
        after: `    if (socket === null)
      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
      },
      {
        before: `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
`,
        after: `    const x = socket !== null && socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
`,
      },
      // Leaves no bytes, query or error of a closed connection for the next one. A connection that closes before it is
      // ready has failed, unless there is another host to try.
      {
        before: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()
    socket = null

    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime = performance.now()
    hadError && options.shared.retries++
`,
        after: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    ;['data', 'connect', 'secureConnect', 'drain', 'error'].forEach(x => socket.removeAllListeners(x))
    socket.removeListener('close', closed)
    socket.on('error', noop)
    socket = null

    hadError = hadError || initial !== null
    ;(query || initial || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options))
    query = results = errorResponse = null
    result = new Result()
    rows = 0

    if (initial)
      return reconnect()

    ended && (ended(), ending = ended = null)
    closedTime = performance.now()
    hadError && options.shared.retries++
`,
      },
      // A failure of these look-ups is reported through the query that opened the connection.
      {
        before: `        return fetchArrayTypes()
`,
        after: `        return fetchArrayTypes().catch(noop)
`,
      },
      {
        before: `    query.execute()
  }

  function ErrorResponse`,
        after: `    query.catch(noop)
  }

  function ErrorResponse`,
      },
    ],
  },
  {
    file: 'src/index.js',
    original: '4e21f5733e70d79cffc10d10d4ef01031de4a9ac862210e43f8870029fd103ed',
    edits: [
      {
        before: `  PostgresError,
  toPascal,
  pascal,
  toCamel,`,
        after: `  PostgresError,
  punctualPatch: true,
  toPascal,
  pascal,
  toCamel,`,
      },
      // Rejects statements of a transaction whose connection has closed, because the connection may already serve
      // another transaction.
      {
        before: `      , connection
      , prepare = null
`,
        after: `      , connection
      , lost = null
      , prepare = null
`,
      },
      {
        before: `        new Promise((_, reject) => connection.onclose = reject)
`,
        after: `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length)
            queries.shift().reject(e)
          reject(e)
        })
`,
      },
      {
        before: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full
          ? queries.push(q)
          : c.execute(q) || move(c, full)
`,
        after: `        q.catch(e => uncaughtError || (uncaughtError = e))
        lost
          ? q.reject(lost)
          : c.queue === full
            ? queries.push(q)
            : c.execute(q) || move(c, full)
`,
      },
      // Does not prepare statements that begin or end a transaction, and fails a COMMIT that became a ROLLBACK.
      {
        before: 'name && await sql`savepoint ${ sql(name) }`\n',
        after: 'name && await sql`savepoint ${ sql(name) }`.simple()\n',
      },
      {
        before: `          ? sql\`rollback to \${ sql(name) }\`
          : sql\`rollback\`
`,
        after: `          ? sql\`rollback to \${ sql(name) }\`.simple()
          : sql\`rollback\`.simple()
`,
      },
      {
        before: `        prepare
          ? await sql\`prepare transaction '\${ sql.unsafe(prepare) }'\`
          : await sql\`commit\`
`,
        after: `        const { command } = prepare
          ? await sql\`prepare transaction '\${ sql.unsafe(prepare) }'\`
          : await sql\`commit\`.simple()
        if (command === 'ROLLBACK')
          throw Errors.generic('COMMIT_ROLLED_BACK', 'the server rolled the transaction back when it should commit')
`,
      },
    ],
  },
];

const cure = `Update scripts/lib/driver-patch.mjs for the new version, or remove it if the driver no longer needs it (docs/decisions/database.md#65-the-postgres-driver-is-patched).`;

/**
 * Patches the driver in a folder's node_modules, unless it is patched already. Ends the process for another version.
 */
export function patchDriver(folder = inProject()) {
  const driver = path.join(folder, 'node_modules', 'postgres');
  const found = JSON.parse(readFileSync(path.join(driver, 'package.json'), 'utf8')).version;
  if (found !== version)
    fail(`The Postgres driver is version ${found}, and its patch is for ${version}. ${cure}`);
  for (const { file, original, edits } of patches) {
    const place = path.join(driver, file);
    const text = readFileSync(place, 'utf8');
    const isOriginal = sha256(text) === original;
    const patched = isOriginal ? apply(text, file, edits) : text;
    if (!isOriginal && sha256(revert(text, edits)) !== original)
      fail(`${place} is neither the original of postgres ${version} nor its patched form. ${cure}`);
    if (patched !== text) replaceFile(place, patched);
  }
}

function apply(text, file, edits) {
  return edits.reduce((current, { before, after }) => {
    if (current.split(before).length !== 2) fail(`An edit does not fit ${file} exactly once: ${before}`);
    return current.replace(before, () => after);
  }, text);
}

const revert = (text, edits) =>
  edits.reduceRight((current, { before, after }) => current.replace(after, () => before), text);

/** Replaces a file instead of changing it, because package managers link one file into several folders. */
function replaceFile(place, text) {
  const temporary = `${place}.${process.pid}`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, place);
  } finally {
    rmSync(temporary, { force: true });
  }
}
