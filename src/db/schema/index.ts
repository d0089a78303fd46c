export * from './api-keys.js';
export * from './media-assets.js';
export * from './posts.js';
export * from './publish-attempts.js';
export * from './social-accounts.js';
export * from './webhooks.js';
export * from './workflow-cancellations.js';
export * from './workspaces.js';
