import { eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys, auditLog, memberships, users } from '../../db/schema/index.js';
import type { AuditAction, AuditChange } from '../../domain/audit.js';
import type {
  ApiKeyActor,
  OperatorActor,
  RequestContext,
  ServiceDeps,
  SessionActor,
} from '../shared/context.js';

/** The actor. The context of a request has all fields, the context of a command only some. */
export type AuditCaller = Pick<ServiceDeps, 'clock' | 'newId'> &
  Partial<Pick<RequestContext, 'requestId' | 'clientAddress'>> & {
    /** A person who signs up has no session yet. */
    actor: Pick<SessionActor, 'kind' | 'userId'> | ApiKeyActor | OperatorActor | SystemActor;
  };

/** An action that the installation took by itself. */
interface SystemActor {
  kind: 'system';
}

/** Without the request in which it may have been noticed. */
export const bySystem = ({ clock, newId }: Pick<ServiceDeps, 'clock' | 'newId'>): AuditCaller => ({
  clock,
  newId,
  actor: { kind: 'system' },
});

export interface AuditEntry {
  workspaceId: string;
  action: AuditAction;
  /** The changed object. Its name is the one that people know: of a person, a host or a handle. */
  subject: { id: string; name: string | null };
  /** Never secrets or content, and no complete URLs but those of public posts. */
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

/** The same for a change to a user, which is told in each of the user's workspaces. */
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
    actorKind: actor.kind,
    ...('userId' in actor && { actorUserId: actor.userId, actorName: nameOfUser(actor.userId) }),
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
