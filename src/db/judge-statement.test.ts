import { describe, expect, it } from 'vitest';
import { judgeStatements, type Judgement } from './judge-statement.js';

const judge = (...statements: string[]): Judgement | undefined => judgeStatements(statements).at(-1);

describe('a statement of a migration', () => {
  it.each([
    ['CREATE TABLE "notes" ("id" text)', 'nothing', false],
    ['ALTER TABLE "posts" ADD COLUMN "note" text', 'reads and writes', false],
    ['ALTER TABLE "posts" ADD COLUMN "note" text NOT NULL DEFAULT \'\'', 'reads and writes', false],
    [
      'ALTER TABLE "posts" ADD COLUMN "at" timestamp (3) with time zone DEFAULT now() NOT NULL',
      'reads and writes',
      false,
    ],
    ['ALTER TABLE "posts" ALTER COLUMN "note" SET DEFAULT 1', 'reads and writes', false],
    ['CREATE INDEX CONCURRENTLY "posts_note" ON "posts" USING btree ("note")', 'nothing', true],
    ['CREATE INDEX "posts_note" ON "posts" USING btree ("note")', 'writes', true],
    ['ALTER TABLE "posts" VALIDATE CONSTRAINT "posts_note"', 'nothing', true],
    ['ALTER TABLE "posts" ADD COLUMN "key" uuid DEFAULT gen_random_uuid()', 'reads and writes', true],
  ])('leaves the version before running: %s', (statement, blocks, isLong) => {
    expect(judge(statement)).toMatchObject({ blocks, isLong, isExpand: true });
  });

  it.each([
    'DROP TABLE "posts"',
    'ALTER TABLE "posts" DROP COLUMN "note"',
    'ALTER TABLE "posts" RENAME COLUMN "note" TO "text"',
    'ALTER TABLE "posts" RENAME TO "articles"',
    'ALTER TABLE "posts" ALTER COLUMN "note" SET NOT NULL',
    'ALTER TABLE "posts" ALTER COLUMN "note" DROP NOT NULL',
    'ALTER TABLE "posts" ALTER COLUMN "note" SET DATA TYPE bigint',
    'ALTER TABLE "posts" ADD COLUMN "note" text NOT NULL',
    'ALTER TABLE "posts" ADD COLUMN "note" text REFERENCES "users"("id")',
    'ALTER TABLE "posts" ADD CONSTRAINT "posts_note" CHECK (note is not null)',
    'CREATE UNIQUE INDEX "posts_note" ON "posts" USING btree ("note")',
    'CREATE UNIQUE INDEX CONCURRENTLY "posts_note" ON "posts" USING btree ("note")',
    'ALTER TABLE "posts" ADD COLUMN "text" text, DROP COLUMN "note"',
    'ALTER TABLE "posts" ADD COLUMN "text" text,\n  ALTER COLUMN "note" SET NOT NULL',
    'DROP INDEX "posts_note"',
    'TRUNCATE "posts"',
    'UPDATE "posts" SET "note" = 1',
    'DELETE FROM "posts"',
    '-- a comment\nDO $$ BEGIN END $$',
  ])('may stop the version before: %s', (statement) => {
    expect(judge(statement)).toMatchObject({ isExpand: false });
  });

  it('does not disturb other statements if it concerns only a table that the same migration creates', () => {
    const created = ['CREATE TABLE "notes" ("id" text)', 'CREATE UNIQUE INDEX "n" ON "notes" ("id")'];
    expect(judge(...created)).toMatchObject({
      table: null,
      blocks: 'nothing',
      isLong: false,
      isExpand: true,
    });
    const [created1 = ''] = created;
    const refers =
      'ALTER TABLE "notes" ADD CONSTRAINT "n" FOREIGN KEY ("id") REFERENCES "public"."posts"("id")';
    expect(judge(created1, refers)).toMatchObject({ table: null, isExpand: true });
  });

  it('has no rule if it is of another kind', () => {
    expect(judge('VACUUM FULL')).toMatchObject({ blocks: 'unknown', isExpand: false });
  });
});
