import { eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys, auditLog, memberships, users } from '../../db/schema/index.js';
import type { AuditAction, AuditChange } from '../../domain/audit.js';
import type {
  ApiKeyActor,
  ClientLinkActor,
  OperatorActor,
  RequestContext,
  ServiceDeps,
  SessionActor,
} from '../shared/context.js';
import { recordedKindOf } from '../shared/recorded-kind.js';

/** The actor of a change, with its request. A request's context has all fields, a command's only some. */
export type AuditCaller = Pick<ServiceDeps, 'clock' | 'newId'> &
  Partial<Pick<RequestContext, 'requestId' | 'clientAddress'>> & {
    /** A session's actor without its session id, because a person who signs up has no session yet. */
    actor:
      Pick<SessionActor, 'kind' | 'userId'> | ApiKeyActor | ClientLinkActor | OperatorActor | SystemActor;
  };

/** The actor of changes that the installation makes by itself. */
interface SystemActor {
  kind: 'system';
}

/** The installation as the actor, without the request in which it may have acted. */
export const bySystem = ({ clock, newId }: Pick<ServiceDeps, 'clock' | 'newId'>): AuditCaller => ({
  clock,
  newId,
  actor: { kind: 'system' },
});

export interface AuditEntry {
  workspaceId: string;
  action: AuditAction;
  /** The changed object, with the name that people know, such as a person's name, a host or a handle. */
  subject: { id: string; name: string | null };
  /** Must not contain secrets, content, or complete URLs other than those of public posts. */
  changes?: readonly AuditChange[];
}

/** Writes entries of the audit log. Call it in the transaction of the change, so that both or neither exist. */
export async function recordAudit(
  tx: Tx,
  caller: AuditCaller,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  if (entries.length > 0) await tx.insert(auditLog).values(entries.map((entry) => rowOf(caller, entry)));
}

/** Like `recordAudit`, for a change to a user: writes an entry in each of the user's workspaces. */
export async function recordUserAudit(
  tx: Tx,
  caller: AuditCaller,
  { userId, ...entry }: Pick<AuditEntry, 'action' | 'changes'> & { userId: string },
): Promise<void> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  const homes = await tx
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  const places = homes.length > 0 ? homes : [{ workspaceId: null }];
  const subject = { id: userId, name: user?.name ?? null };
  await tx.insert(auditLog).values(places.map((place) => rowOf(caller, { ...entry, ...place, subject })));
}

type NewRow = { [K in keyof typeof auditLog.$inferInsert]: (typeof auditLog.$inferInsert)[K] | SQL };

function rowOf(
  caller: AuditCaller,
  {
    workspaceId,
    action,
    subject,
    changes = [],
  }: Omit<AuditEntry, 'workspaceId'> & { workspaceId: string | null },
): NewRow {
  const { actor, clock, newId, requestId = null, clientAddress = null } = caller;
  return {
    id: newId('auditEntry'),
    workspaceId,
    createdAt: clock.now(),
    action,
    actorKind: recordedKindOf(actor),
    ...('userId' in actor && { actorUserId: actor.userId, actorName: nameOfUser(actor.userId) }),
    ...('clientLinkId' in actor && { clientLinkId: actor.clientLinkId, actorName: actor.name }),
    ...('apiKeyId' in actor && { apiKeyId: actor.apiKeyId, apiKeyName: nameOfKey(actor.apiKeyId) }),
    network: clientAddress,
    requestId,
    subjectId: subject.id,
    subjectName: subject.name,
    changes: [...changes],
  };
}

const nameOfUser = (id: string): SQL => sql`(select ${users.name} from ${users} where ${users.id} = ${id})`;
const nameOfKey = (id: string): SQL =>
  sql`(select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${id})`;
