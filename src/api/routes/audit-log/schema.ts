import { z } from '@hono/zod-openapi';
import { auditActions, auditActorKinds } from '../../../domain/audit.js';
import { exampleIds } from '../../examples/ids.js';
import type { AuditEntryView } from '../../../services/audit/list.js';
import { exampleTimes } from '../../openapi/examples.js';
import {
  commaList,
  cursorField,
  idInQuery,
  instantInQuery,
  pageOf,
  wireInstant,
} from '../../openapi/fields.js';

const actor = z
  .object({
    kind: z.enum(auditActorKinds).openapi({
      description:
        'A person who was signed in (`session`), an API key or a third-party app that acted for a person (`apiKey`, `app`), the holder of a client link (`clientLink`), a command on the server (`operator`), or the installation by itself (`system`).',
      example: 'session',
    }),
    userId: z.string().nullable().openapi({
      description:
        'The user, or the one for whom the key or app acted. Null for `clientLink`, `operator` and `system`.',
      example: exampleIds.user,
    }),
    name: z.string().nullable().openapi({
      description: 'The user’s name at that time, or the name of the client link.',
      example: 'Anna Berg',
    }),
    apiKeyId: z
      .string()
      .nullable()
      .openapi({ description: 'The API key, or the access of the app.', example: exampleIds.apiKey }),
    apiKeyName: z
      .string()
      .nullable()
      .openapi({ description: 'The name of the key or the app at that time.', example: 'CI' }),
    clientLinkId: z.string().nullable().openapi({ description: 'The client link.', example: null }),
  })
  .openapi({ description: 'Who did it.' });

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const change = z.object({
  field: z.string().openapi({ description: 'What was changed.', example: 'role' }),
  from: value.openapi({
    description: 'Its earlier value. Null: there was none, or values of this field are not recorded.',
    example: 'EDITOR',
  }),
  to: value.openapi({ description: 'Its new value. Null has the same meaning.', example: 'ADMIN' }),
});

export const auditEntrySchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the entry.', example: exampleIds.auditEntry }),
    action: z.enum(auditActions).openapi({ description: 'What was done.', example: 'member.role_changed' }),
    actor,
    network: z.string().nullable().openapi({
      description:
        'The IP address that sent the request; of IPv6, its /64 network. Null for `operator` and `system`, and of another person’s `user.` entries.',
      example: '203.0.113.7',
    }),
    requestId: z.string().nullable().openapi({
      description: 'The id of the request. Null for `operator` and `system`.',
      example: 'req_k2m4n6p8q0r2s4t6u8v0w2x4',
    }),
    subject: z
      .object({
        id: z.string().openapi({
          description: 'The id of what was changed. Of a member, it is that of the user.',
          example: exampleIds.user,
        }),
        name: z.string().nullable().openapi({
          description: 'What people knew it by at that time: a name, an email address, a handle, or a host.',
          example: 'Ben Ito',
        }),
      })
      .openapi({ description: 'What was changed.' }),
    changes: z.array(change).openapi({ description: 'The fields that were changed.' }),
    createdAt: wireInstant.openapi({ description: 'When it was done.' }),
  })
  .openapi('AuditEntry', { description: 'An entry of the audit log: who changed what.' });

export const auditLogSchema = pageOf('AuditLog', auditEntrySchema);

export type AuditEntryResponse = z.output<typeof auditEntrySchema>;

export const auditFilters = {
  action: commaList(auditActions, 'Only entries with one of these actions.').optional(),
  actorId: idInQuery(exampleIds.user).optional().openapi({
    description: 'Only what this user did, this API key, this app, or the holder of this client link.',
  }),
  createdAfter: instantInQuery
    .optional()
    .openapi({ description: 'Only entries after this time (exclusive).', example: exampleTimes.past }),
  createdBefore: instantInQuery
    .optional()
    .openapi({ description: 'Only entries before this time (exclusive).' }),
  cursor: cursorField.optional(),
};

export function toAuditEntryResponse(entry: AuditEntryView): AuditEntryResponse {
  const { id, action, network, requestId, changes } = entry;
  const { actorKind: kind, actorUserId: userId, actorName: name, apiKeyId, apiKeyName, clientLinkId } = entry;
  return {
    id,
    action,
    actor: { kind, userId, name, apiKeyId, apiKeyName, clientLinkId },
    network,
    requestId,
    subject: { id: entry.subjectId, name: entry.subjectName },
    changes,
    createdAt: entry.createdAt.toISOString(),
  };
}
