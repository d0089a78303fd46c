export default {
  approvals: 'Approvals',
  loadingPosts: 'Loading posts',
  noPostsNeedApproval: 'No posts need approval',
  postsThatAreSubmittedFor: 'Posts that are submitted for approval appear here, the earliest first.',
  onlyOwnersAdminsAndClient: 'Only owners, admins and client reviewers can approve posts.',
  postsThatNeedApproval: 'Posts that need approval',
  posts: 'posts',
  noText: 'No text',
  imagesAndVideosForPlace: 'Images and videos for {place}',
  firstCommentPlace: 'First comment, {place}',
  by: 'By {who, select, you {you} somebody {Somebody} other {{name}}}',
} as const;
