import { readDiscovery } from './discovery.mjs';
import { readGraph } from './graph.mjs';
import { readLexicons } from './lexicons.mjs';
import { readOpenApi } from './open-api.mjs';
import { readPostman } from './postman.mjs';

const xOperations = [
  'POST /2/tweets',
  'GET /2/users/{id}/tweets',
  'GET /2/tweets/search/recent',
  'PUT /2/tweets/{tweet_id}/hidden',
  'GET /2/users/me',
  'GET /2/users/by/username/{username}',
  'POST /2/media/upload/initialize',
  'POST /2/media/upload/{id}/append',
  'POST /2/media/upload/{id}/finalize',
  'GET /2/media/upload',
  'POST /2/media/metadata',
];
const x = {
  platforms: ['X'],
  source: 'https://github.com/xdevplatform/docs, openapi.json',
  read: ([text], operations) => readOpenApi(text, operations),
  operations: xOperations,
};

const commented = [
  ['PagePost', 'comments'],
  ['AdVideo', 'comments'],
  ['Comment', 'comments'],
];
const graphSource = 'https://github.com/facebook/facebook-business-sdk-codegen, api_specs/specs: ';

/** Where each description comes from, how it is read, and the operations that Punctual uses. */
export const sources = {
  'x-2.166': x,
  'x-2.167': x,
  pinterest: {
    platforms: ['PINTEREST'],
    source: 'https://github.com/pinterest/api-description, v5/openapi.json',
    read: ([text], operations) => readOpenApi(text, operations),
    operations: [
      'POST /oauth/token',
      'GET /user_account',
      'GET /boards',
      'GET /boards/{board_id}/sections',
      'GET /boards/{board_id}/pins',
      'GET /boards/{board_id}/sections/{section_id}/pins',
      'POST /pins',
      'POST /media',
      'GET /media/{media_id}',
    ],
  },
  youtube: {
    platforms: ['YOUTUBE'],
    source: 'PyPI google-api-python-client, googleapiclient/discovery_cache/documents/youtube.v3.json',
    read: ([text], methods) => readDiscovery(text, methods),
    operations: [
      'youtube.videos.insert',
      'youtube.videos.list',
      'youtube.channels.list',
      'youtube.playlistItems.list',
      'youtube.playlistItems.insert',
      'youtube.playlists.list',
      'youtube.videoCategories.list',
      'youtube.thumbnails.set',
      'youtube.commentThreads.insert',
      'youtube.commentThreads.list',
      'youtube.comments.insert',
      'youtube.comments.list',
    ],
  },
  bluesky: {
    platforms: ['BLUESKY'],
    source: 'https://github.com/bluesky-social/atproto, all files in lexicons',
    read: readLexicons,
    operations: {
      methods: [
        'app.bsky.actor.getProfile',
        'app.bsky.feed.getPostThread',
        'app.bsky.video.getJobStatus',
        'app.bsky.video.getUploadLimits',
        'app.bsky.video.uploadVideo',
        'com.atproto.identity.resolveHandle',
        'com.atproto.repo.applyWrites',
        'com.atproto.repo.createRecord',
        'com.atproto.repo.getRecord',
        'com.atproto.repo.uploadBlob',
        'com.atproto.server.createSession',
        'com.atproto.server.deleteSession',
        'com.atproto.server.getServiceAuth',
        'com.atproto.server.getSession',
        'com.atproto.server.refreshSession',
      ],
      records: ['app.bsky.feed.post', 'app.bsky.feed.threadgate', 'app.bsky.feed.postgate'],
      opened: [
        'app.bsky.actor.defs#profileAssociated',
        'app.bsky.actor.defs#statusView',
        'app.bsky.actor.defs#verificationState',
        'app.bsky.actor.defs#viewerState',
        'app.bsky.embed.external#view',
        'app.bsky.embed.images#view',
        'app.bsky.embed.record#view',
        'app.bsky.embed.recordWithMedia#view',
        'app.bsky.embed.video#view',
        'app.bsky.graph.defs#listViewBasic',
        'app.bsky.graph.defs#starterPackViewBasic',
      ],
    },
  },
  'facebook-page': {
    platforms: ['FACEBOOK_PAGE'],
    source: `${graphSource}Page, PagePost, AdVideo, Comment, Photo, Stories, User`,
    read: readGraph,
    operations: {
      'POST /{version}/{page}/feed': { calls: [['Page', 'feed']] },
      'POST /{version}/{page}/photos': { calls: [['Page', 'photos']] },
      'POST /{version}/{page}/photo_stories': {
        calls: [['Page', 'photo_stories']],
        answer: ['success', 'post_id'],
      },
      'POST /{version}/{page}/videos': {
        calls: [['Page', 'videos']],
        answer: ['success', 'video_id', 'upload_session_id', 'start_offset', 'end_offset'],
      },
      'POST /{version}/{page}/video_reels': {
        calls: [['Page', 'video_reels']],
        answer: ['success', 'post_id', 'video_id', 'upload_url'],
      },
      'POST /{version}/{page}/video_stories': {
        calls: [['Page', 'video_stories']],
        answer: ['success', 'post_id', 'video_id', 'upload_url'],
      },
      'POST /{version}/{page}/subscribed_apps': { calls: [['Page', 'subscribed_apps']], answer: ['success'] },
      'GET /{version}/{page}/published_posts': { calls: [['Page', 'published_posts']], gives: ['PagePost'] },
      'GET /{version}/{page}/videos': { calls: [['Page', 'videos']], gives: ['AdVideo'] },
      'GET /{version}/{page}/video_reels': { calls: [['Page', 'video_reels']], gives: ['AdVideo'] },
      'GET /{version}/{page}/stories': { calls: [['Page', 'stories']], gives: ['Stories'] },
      'GET /{version}/{object}/comments': { calls: commented, gives: ['Comment'] },
      'POST /{version}/{object}/comments': { calls: commented, gives: ['Comment'] },
      'GET /{version}/me/accounts': { calls: [['User', 'accounts']], gives: ['Page'] },
      'GET /{version}/{object}': {
        calls: [['Page'], ['PagePost'], ['AdVideo'], ['Comment']],
        gives: ['Page', 'PagePost', 'AdVideo', 'Comment'],
      },
      'POST /{version}/{comment}': { calls: [['Comment']], answer: ['success'] },
      'DELETE /{version}/{comment}': { calls: [['Comment']], answer: ['success'] },
    },
  },
  instagram: {
    platforms: ['INSTAGRAM'],
    source: `${graphSource}IGUser, IGMedia, IGComment, those ForIGOnlyAPI, ContentPublishingLimitResponse`,
    read: readGraph,
    operations: {
      'POST /{version}/{user}/media': { calls: [['IGUser', 'media']] },
      'POST /{version}/{user}/media_publish': { calls: [['IGUser', 'media_publish']] },
      'GET /{version}/{user}/content_publishing_limit': {
        calls: [['IGUser', 'content_publishing_limit']],
        gives: ['ContentPublishingLimitResponse'],
      },
      'GET /{version}/{user}/media': { calls: [['IGUser', 'media']], gives: ['IGMedia'] },
      'GET /{version}/{user}/stories': { calls: [['IGUser', 'stories']], gives: ['IGMedia'] },
      'GET /{version}/me': { calls: [['IGUserForIGOnlyAPI']], gives: ['IGUserForIGOnlyAPI'] },
      'POST /{version}/me/subscribed_apps': {
        calls: [['IGUserForIGOnlyAPI', 'subscribed_apps']],
        answer: ['success'],
      },
      'GET /{version}/{object}': {
        calls: [['IGMedia']],
        gives: ['IGMedia', 'ShadowIGMediaBuilder'],
      },
      'POST /{version}/{object}': { calls: [['IGMedia'], ['IGComment']], answer: ['success'] },
      'DELETE /{version}/{comment}': { calls: [['IGComment']], answer: ['success'] },
      'GET /{version}/{media}/comments': { calls: [['IGMedia', 'comments']], gives: ['IGComment'] },
      'POST /{version}/{media}/comments': { calls: [['IGMedia', 'comments']] },
      'GET /{version}/{comment}/replies': { calls: [['IGComment', 'replies']], gives: ['IGComment'] },
      'POST /{version}/{comment}/replies': { calls: [['IGComment', 'replies']] },
    },
  },
  threads: {
    platforms: ['THREADS'],
    source: 'https://github.com/fbsamples/threads_api, postman/threads-api.postman_collection.json',
    read: ([text], operations) => readPostman(text, operations),
    operations: {
      'POST /oauth/access_token': { path: 'oauth/access_token', answer: ['access_token', 'user_id'] },
      'GET /access_token': { path: 'access_token', answer: ['access_token', 'token_type', 'expires_in'] },
      'GET /refresh_access_token': {
        path: 'refresh_access_token',
        answer: ['access_token', 'token_type', 'expires_in'],
      },
      'GET /v1.0/debug_token': { path: 'debug_token', answer: ['data'] },
      'GET /v1.0/me': { path: 'me' },
      'GET /v1.0/profile_lookup': {
        path: 'profile_lookup',
        answer: ['username', 'name', 'profile_picture_url', 'biography', 'is_verified', 'follower_count'],
      },
      'POST /v1.0/{user}/threads': { path: 'me/threads', answer: ['id'] },
      'POST /v1.0/{user}/threads_publish': { path: 'me/threads_publish', answer: ['id'] },
      'GET /v1.0/{user}/threads_publishing_limit': { path: 'me/threads_publishing_limit', isList: true },
      'GET /v1.0/me/threads': { path: 'me/threads', isList: true },
      'GET /v1.0/me/replies': { path: 'me/replies', isList: true },
      'GET /v1.0/{object}': { path: ['{{container_id}}/', '{{thread_id}}'] },
      'GET /v1.0/{media}/conversation': { path: '{{thread_id}}/conversation', isList: true },
      'POST /v1.0/{reply}/manage_reply': { path: '{{reply_thread_id}}/manage_reply', answer: ['success'] },
    },
  },
};
