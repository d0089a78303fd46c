import { sql } from 'drizzle-orm';
import type { ServiceDeps } from '../shared/context.js';
import { sealedPlaces, type SealedColumn } from '../shared/secrets/sealed-columns.js';
import { nameOf, readSealedValues, type SealedValue } from './internal/read-sealed-values.js';

type RotateDeps = Pick<ServiceDeps, 'db' | 'vault'>;

/** Values that others were writing during one pass are encrypted by the next. */
const passesMax = 5;
const unreadableShownMax = 10;

export interface RotateOptions {
  signal: AbortSignal;
  /** Called after each batch with the number of values that were encrypted again. */
  onProgress: (renewed: number) => void;
}

export interface Rotation {
  /** The number of values that were encrypted again. */
  renewed: number;
  /** How many of them were encrypted with an older key while this was running. */
  writtenMeanwhile: number;
  /** The number of values that no key of this process decrypts, and descriptions of the first of them. */
  unreadable: number;
  unreadableShown: string[];
  /** Whether the signal has ended it early. */
  stopped: boolean;
}

/**
 * Encrypts with the first key every value that is encrypted with another one. The values themselves show which are
 * left, so this may stop at any point and be repeated, and may run beside all other processes: a value that changes in
 * the meantime is left as it is.
 */
export async function rotateKeys(deps: RotateDeps, options: RotateOptions): Promise<Rotation> {
  let renewed = 0;
  let writtenMeanwhile = 0;
  let last: Pass | undefined;
  for (let passes = 0; passes < passesMax && !options.signal.aborted; passes += 1) {
    const pass: Pass = { renewed: 0, left: 0, unreadable: 0, unreadableShown: [] };
    for (const column of sealedPlaces) {
      await rotateColumn(deps, column, pass, {
        ...options,
        onProgress: (inPass) => {
          options.onProgress(renewed + inPass);
        },
      });
    }
    renewed += pass.renewed;
    // If a pass finds more values than the previous one left, a process with an older first key has written them since.
    if (last !== undefined) writtenMeanwhile += Math.max(0, pass.renewed - last.left);
    last = pass;
    if (pass.renewed + pass.left === 0) break;
  }
  const { unreadable = 0, unreadableShown = [] } = last ?? {};
  return { renewed, writtenMeanwhile, unreadable, unreadableShown, stopped: options.signal.aborted };
}

/** One pass over all columns. `left` counts values that another process was changing. */
type Pass = Pick<Rotation, 'renewed' | 'unreadable' | 'unreadableShown'> & { left: number };

async function rotateColumn(
  deps: RotateDeps,
  column: SealedColumn,
  pass: Pass,
  { signal, onProgress }: RotateOptions,
): Promise<void> {
  const [exceptKeyId] = deps.vault.keyIds;
  for await (const values of readSealedValues(deps, column, { exceptKeyId })) {
    if (signal.aborted) return;
    const fresh = values.flatMap((value) => {
      const again = sealAgain(deps, column, value);
      if (again === null) noteUnreadable(pass, column, value);
      return again === null ? [] : [{ ...value, again }];
    });
    const renewed = fresh.length === 0 ? 0 : await replace(deps, column, fresh);
    pass.renewed += renewed;
    pass.left += fresh.length - renewed;
    onProgress(pass.renewed);
  }
}

/** Null if the value cannot be decrypted. */
function sealAgain({ vault }: RotateDeps, { place }: SealedColumn, value: SealedValue): string | null {
  const here = { ...place, rowId: value.key.join(':') };
  try {
    return vault.seal(vault.open(value.sealed, here), here);
  } catch {
    return null;
  }
}

function noteUnreadable(pass: Pass, column: SealedColumn, value: SealedValue): void {
  pass.unreadable += 1;
  if (pass.unreadableShown.length < unreadableShownMax) pass.unreadableShown.push(nameOf(column, value));
}

/**
 * Replaces values that are still as they were read. A row that another transaction is changing is skipped, so that the
 * two cannot block each other. Returns the number of replaced values.
 */
async function replace(
  { db }: RotateDeps,
  { at, rowKey }: SealedColumn,
  values: readonly (SealedValue & { again: string })[],
): Promise<number> {
  const isGiven = sql.join(
    [
      ...rowKey.map((column, index) => sql`${column} = given.key[${sql.raw(String(index + 1))}]`),
      sql`${at} = given.sealed`,
    ],
    sql` and `,
  );
  const rows = await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given(key text[], sealed text, again text)
    ), free as (
      select given.* from ${at.table} join given on ${isGiven} for no key update of ${at.table} skip locked
    )
    update ${at.table} set ${sql.identifier(at.name)} = given.again from free as given where ${isGiven} returning 1`);
  return rows.length;
}
