import type { Role } from '../../domain/roles.js';

export interface MemberView {
  id: string;
  workspaceId: string;
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
}

export interface InvitationView {
  id: string;
  workspaceId: string;
  email: string;
  role: Role;
  invitedByUserId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The fields that the holder of an invitation token may see. */
export interface InvitationPreview {
  workspaceName: string;
  inviterName: string;
  emailHint: string;
  role: Role;
  expiresAt: Date;
}
