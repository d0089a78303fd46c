/** The effect of a statement on the processes that use the database while it runs. */
export interface Judgement {
  /** Its effect in words, such as "adds a column to posts". */
  does: string;
  /** The existing table that the statement changes. Null if there is none. */
  table: string | null;
  /** The operations that wait meanwhile. `unknown`: there is no rule for this statement. */
  blocks: 'nothing' | 'writes' | 'reads and writes' | 'unknown';
  /** Whether it reads or rewrites the whole table, so that a larger table takes longer. */
  isLong: boolean;
  /**
   * Whether the previous version keeps working: the migration takes nothing away, and no write that was allowed is
   * refused.
   */
  isExpand: boolean;
}

interface Rule {
  pattern: RegExp;
  judge: (found: Record<string, string>, statement: string) => Omit<Judgement, 'table'>;
}

const name = String.raw`(?:"public"\.)?"?(?<table>\w+)"?`;
const column = String.raw`"?(?<column>\w+)"?`;
const rule = (start: string, judge: Rule['judge']): Rule => ({
  pattern: new RegExp(`^${start}`, 'i'),
  judge,
});

const harmless = { blocks: 'nothing', isLong: false, isExpand: true } as const;
const brief = { blocks: 'reads and writes', isLong: false, isExpand: true } as const;
const taking = { ...brief, isExpand: false } as const;

/** The rules for a table that the same migration has not created. The first that fits decides. */
const rules: readonly Rule[] = [
  rule(`create index concurrently .*? on ${name}`, ({ table }) => ({
    does: `builds an index of ${table}`,
    ...harmless,
    isLong: true,
  })),
  rule(`create index .*? on ${name}`, ({ table }) => ({
    does: `builds an index of ${table}`,
    blocks: 'writes',
    isLong: true,
    isExpand: true,
  })),
  rule(`create unique index .*? on ${name}`, ({ table }) => ({
    does: `forbids equal rows in ${table}`,
    blocks: 'writes',
    isLong: true,
    isExpand: false,
  })),
  rule(`alter table ${name} add column ${column}`, ({ table }, statement) =>
    addedColumn(table ?? '', statement),
  ),
  rule(`alter table ${name} validate constraint`, ({ table }) => ({
    does: `checks all rows of ${table}`,
    ...harmless,
    isLong: true,
  })),
  rule(`alter table ${name} add constraint`, ({ table }, statement) => ({
    does: `adds a rule for the rows of ${table}`,
    ...taking,
    isLong: !/ not valid;?$/i.test(statement),
  })),
  rule(`alter table ${name} alter column ${column} set default`, ({ table, column: of }) => ({
    does: `changes the default of ${table}.${of}`,
    ...brief,
  })),
  rule(`alter table ${name} alter column ${column} set not null`, ({ table, column: of }) => ({
    does: `forbids empty values in ${table}.${of}`,
    ...taking,
    isLong: true,
  })),
  rule(`alter table ${name} alter column ${column} (?:set data )?type`, ({ table, column: of }) => ({
    does: `changes the type of ${table}.${of}, and rewrites the table`,
    ...taking,
    isLong: true,
  })),
  rule(`alter table ${name} drop column ${column}`, ({ table, column: of }) => ({
    does: `deletes ${table}.${of}`,
    ...taking,
  })),
  rule(`alter table ${name} (?:rename|drop|alter)`, ({ table }) => ({
    does: `changes or takes away something of ${table}`,
    ...taking,
  })),
  rule(`drop table ${name}`, ({ table }) => ({ does: `deletes ${table}`, ...taking })),
  rule(`(?:update|delete from|insert into) ${name}`, ({ table }) => ({
    does: `changes rows of ${table}`,
    blocks: 'writes',
    isLong: true,
    isExpand: false,
  })),
];

/**
 * A default that is not a constant is computed for each row, so Postgres rewrites the table. `now()` counts as
 * constant.
 */
function addedColumn(table: string, statement: string): Omit<Judgement, 'table'> {
  const does = `adds a column to ${table}`;
  const [, value = ''] = / default (.*)$/i.exec(statement) ?? [];
  const isComputed = / generated /i.test(statement) || /\w\((?!\))|(?<!now)\(\)/i.test(value);
  if (isComputed) return { does: `${does}, and rewrites the table`, ...brief, isLong: true };
  if (/ (references|unique|primary key|check) /i.test(`${statement} `))
    return { does, ...taking, isLong: true };
  return { does, ...brief, isExpand: value !== '' || !/ not null/i.test(statement) };
}

/** A statement with several changes of a table. The rules would see only the first one. */
const severalChanges = /^alter table .*, (?:add|alter|drop|rename|validate) /i;
const withoutRule: Judgement = {
  does: 'does something that has no rule here: read it',
  table: null,
  blocks: 'unknown',
  isLong: false,
  isExpand: false,
};

/**
 * Judges the statements of a migration by simple rules. A statement without a rule counts as incompatible. A statement
 * about a table that the same migration creates has no effect on other processes.
 */
export function judgeStatements(statements: readonly string[]): Judgement[] {
  const created = new Set<string>();
  return statements.map((text) => {
    const statement = normalize(text);
    const [, made] = /^create table (?:if not exists )?(?:"public"\.)?"?(\w+)/i.exec(statement) ?? [];
    if (made !== undefined) {
      created.add(made);
      return { does: `creates ${made}`, table: null, ...harmless };
    }
    if (/^create (sequence|type) /i.test(statement))
      return {
        does: `creates a ${/^create (\w+)/i.exec(statement)?.[1]?.toLowerCase()}`,
        table: null,
        ...harmless,
      };
    return judgeChange(statement, created);
  });
}

function judgeChange(statement: string, created: ReadonlySet<string>): Judgement {
  if (severalChanges.test(statement)) return withoutRule;
  for (const { pattern, judge } of rules) {
    const groups = pattern.exec(statement)?.groups;
    if (groups === undefined) continue;
    const judged = judge(groups, statement);
    const { table = '' } = groups;
    return created.has(table) ? { ...judged, ...harmless, table: null } : { ...judged, table };
  }
  return withoutRule;
}

/** Returns the statement without comments and line breaks. */
export function normalize(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
