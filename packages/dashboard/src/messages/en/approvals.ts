export default {
  approvals: 'Approvals',
  loadingPosts: 'Loading posts',
  noPostsNeedApproval: 'No posts need approval',
  postsThatAreSubmittedFor:
    'Posts and corrected texts that are submitted for approval appear here, the earliest first.',
  onlyOwnersAdminsAndClient: 'Only owners, admins and client reviewers can approve posts.',
  postsThatNeedApproval: 'Posts that need approval',
  morePosts: 'posts',
  noText: 'No text',
  mediaFor: 'Images and videos for {place}',
  firstCommentFor: 'First comment, {place}',
  correctedBy: 'Corrected by {who, select, you {you} somebody {somebody} other {{name}}} on <time></time>',
  by: 'By {who, select, you {you} somebody {Somebody} other {{name}}}',
} as const;
