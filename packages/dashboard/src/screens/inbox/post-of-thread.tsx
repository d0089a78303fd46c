import { Link } from '@tanstack/react-router';
import { usePost, usePostMedia, type Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { ownUrl } from '../../lib/own-url.js';
import { pictureUrlOf } from '../../lib/pictures.js';
import { t } from '../../messages/inbox.js';

/** Shows the first line and the first image of the conversation's post, linked to the post. */
export function PostOfThread({ postId }: { postId: string }) {
  const { id } = useWorkspace();
  const { data: post } = usePost(postId);
  const line = post === undefined ? '' : firstLineOf(post);
  return (
    <div className="flex min-w-0 items-center gap-3">
      {post !== undefined && <FirstPicture post={post} />}
      <p className="min-w-0">
        {line !== '' && (
          <span dir="auto" className="line-clamp-1 wrap-anywhere">
            {line}
          </span>
        )}
        <Link to={`/w/${id}/posts/${postId}`} className="underline">
          {t('viewPost')}
        </Link>
      </p>
    </div>
  );
}

function FirstPicture({ post }: { post: Post }) {
  const asset = usePostMedia(post).data?.[0]?.asset;
  const imageUrl = asset ? pictureUrlOf(asset) : null;
  if (imageUrl === null) return null;
  // The image has no alt text, because the line beside it already names the post.
  return (
    <img
      src={ownUrl(imageUrl)}
      alt=""
      loading="lazy"
      className="size-14 shrink-0 rounded-md border border-line object-cover"
    />
  );
}

const firstLineOf = ({ caption, targets }: Post): string =>
  [caption, ...targets.map(({ captionOverride }) => captionOverride)]
    .map((text) => (text ?? '').trim().split('\n')[0] ?? '')
    .find((line) => line !== '') ?? '';
