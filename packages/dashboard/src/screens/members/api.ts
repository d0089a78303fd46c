import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/workspace.js';
import type { Role } from '../../../../../src/domain/roles.js';

type Schemas = components['schemas'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type ClientLink = Schemas['ClientLink'];
export type CreatedClientLink = Schemas['CreatedClientLink'];
export type CreatedInvitation = Schemas['CreatedInvitation'];

const pageRows = 100;

export function useMembers() {
  const { id } = useWorkspace();
  return usePages<Member>(keys.of(id, 'members'), (cursor, signal) => {
    const query = { limit: pageRows, sort: 'createdAt' as const, ...(cursor !== undefined && { cursor }) };
    return dataOf(api.GET('/workspaces/{id}/members', { params: { path: { id }, query }, signal }));
  });
}

export function useInvitations() {
  const { id } = useWorkspace();
  return usePages<Invitation>(keys.of(id, 'invitations'), (cursor, signal) => {
    const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
    return dataOf(api.GET('/workspaces/{id}/invitations', { params: { path: { id }, query }, signal }));
  });
}

/** Invites a member. The response contains the link, so it is not cached: only the form keeps it. */
export function useInvite() {
  return useChange('invitations', (body: { email: string; role: Role }, id, header) =>
    dataOf(api.POST('/workspaces/{id}/invitations', { params: { path: { id }, header }, body })),
  );
}

export function useRevokeInvitation() {
  return useChange('invitations', (invitationId: string, id) =>
    dataOf(
      api.DELETE('/workspaces/{id}/invitations/{invitationId}', { params: { path: { id, invitationId } } }),
    ),
  );
}

export function useSetRole() {
  return useChange('members', ({ memberId, role }: { memberId: string; role: Role }, id) =>
    dataOf(
      api.PATCH('/workspaces/{id}/members/{memberId}', {
        params: { path: { id, memberId } },
        body: { role },
      }),
    ),
  );
}

export function useRemoveMember() {
  return useChange('members', (memberId: string, id) =>
    dataOf(api.DELETE('/workspaces/{id}/members/{memberId}', { params: { path: { id, memberId } } })),
  );
}

export function useClientLinks() {
  const { id } = useWorkspace();
  return usePages<ClientLink>(keys.of(id, 'client-links'), (cursor, signal) => {
    const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
    return dataOf(api.GET('/workspaces/{id}/client-links', { params: { path: { id }, query }, signal }));
  });
}

/** Creates a client link. The response contains its secret, so it is not cached: only the dialog keeps it. */
export function useCreateClientLink() {
  return useChange('client-links', (body: Schemas['CreateClientLink'], id, header) =>
    dataOf(api.POST('/workspaces/{id}/client-links', { params: { path: { id }, header }, body })),
  );
}

export function useRevokeClientLink() {
  return useChange('client-links', (linkId: string, id) =>
    dataOf(api.DELETE('/workspaces/{id}/client-links/{linkId}', { params: { path: { id, linkId } } })),
  );
}
