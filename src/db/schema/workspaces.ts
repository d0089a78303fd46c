import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Brand } from '../../domain/brand.js';
import type { InstallationRole } from '../../domain/installation-roles.js';
import type { PlanName } from '../../domain/plans.js';
import type { Role } from '../../domain/roles.js';
import { instant } from './columns.js';

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    installationRole: text('installation_role').$type<InstallationRole>().notNull().default('MEMBER'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
);

export const workspaces = pgTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    /** The name of the workspace's plan. `src/domain/plans.ts` contains its limits. */
    plan: text('plan').$type<PlanName>().notNull(),
    /** Whether scheduled posts wait for an approval, if the plan has that feature. */
    requireApproval: boolean('require_approval').notNull().default(false),
    /** The brand of connect pages. Null: Punctual's own. */
    brand: jsonb('brand').$type<Brand>(),
    /**
     * The user who created the workspace. It counts against that user's limit until it is deleted, even if someone else
     * owns it.
     */
    createdByUserId: text('created_by_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the workspace was deleted. It then has no members, and nothing is published or sent any more. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('workspaces_slug').on(table.slug),
    index('workspaces_created').on(table.createdAt, table.id),
    index('workspaces_creator').on(table.createdByUserId),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('memberships_user_workspace').on(table.userId, table.workspaceId),
    index('memberships_workspace').on(table.workspaceId),
  ],
);
