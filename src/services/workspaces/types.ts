import type { Role } from '../../domain/roles.js';

export interface WorkspaceView {
  id: string;
  name: string;
  slug: string;
  plan: string;
  requireApproval: boolean;
  /** The caller's role there. */
  role: Role;
  createdAt: Date;
  updatedAt: Date;
}
