package punctual

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"
)

const (
	// waitGrace is how long a post may take after it is due. Four look-ups of an unclear response take 12 min 35 s.
	waitGrace = 20 * time.Minute
	pollMin   = time.Second
	pollMax   = 30 * time.Second
	// waitStatedDelayMax is the longest delay stated by a response that is waited for.
	waitStatedDelayMax = 10 * time.Minute
)

// PostEnding says how a post has ended. It is empty as long as the post has yet to be published, or waits for an
// approval.
type PostEnding string

const (
	PostEndingPublished PostEnding = "published"
	PostEndingFailed    PostEnding = "failed"
	// PostEndingUnconfirmed means that nobody knows whether a target is public, so it must not simply be sent again.
	PostEndingUnconfirmed PostEnding = "unconfirmed"
	// PostEndingWithdrawn means that the post is a draft, or canceled.
	PostEndingWithdrawn PostEnding = "withdrawn"
)

// Ending says how the post has ended.
func (p *Post) Ending() PostEnding {
	switch p.Status {
	case PostStatusPublished:
		return PostEndingPublished
	case PostStatusFailed, PostStatusPartiallyPublished:
		for _, target := range p.Targets {
			if target.Status == TargetStatusFailed && target.ErrorCode != nil && *target.ErrorCode == "PUBLISH_UNCONFIRMED" {
				return PostEndingUnconfirmed
			}
		}
		return PostEndingFailed
	case PostStatusCanceled, PostStatusDraft:
		return PostEndingWithdrawn
	}
	return ""
}

// WaitOptions change a wait.
type WaitOptions struct {
	// Timeout is how long to wait at most. Default: until 20 minutes after the post is due.
	Timeout time.Duration
	// OnChange is called with the post as it is at first, and after each change.
	OnChange func(post *Post)
}

// WaitTimedOutError says that the time was up before the post had ended. It may still be published.
type WaitTimedOutError struct{ Post *Post }

func (e *WaitTimedOutError) Error() string {
	return fmt.Sprintf("punctual: the post %s is still %s", e.Post.ID, e.Post.Status)
}

// WaitForPost waits until a post has ended, and returns it: published, failed, unconfirmed, canceled, or a draft again.
// It goes on if the server is away for a while. If the time is up, the error is a *WaitTimedOutError.
func (c *Client) WaitForPost(ctx context.Context, postID string, options *WaitOptions) (*Post, error) {
	if options == nil {
		options = &WaitOptions{}
	}
	start := time.Now()
	post, err := c.GetPost(ctx, postID, nil)
	var told any
	for err == nil {
		if state := stateOf(post); !reflect.DeepEqual(state, told) {
			told = state
			if options.OnChange != nil {
				options.OnChange(post)
			}
		}
		if post.Ending() != "" {
			return post, nil
		}
		due := start
		if post.ScheduledAt != nil && post.ScheduledAt.After(start) {
			due = *post.ScheduledAt
		}
		end := due.Add(waitGrace)
		if options.Timeout > 0 {
			end = start.Add(options.Timeout)
		}
		left := time.Until(end)
		if left <= 0 {
			return nil, &WaitTimedOutError{post}
		}
		if err := c.retry.Sleep(ctx, min(pollAfter(time.Until(due)), left)); err != nil {
			return nil, err
		}
		post, err = c.readPatiently(ctx, post, end)
	}
	return nil, err
}

// readPatiently returns the post as it was if the server is away or busy, after the delay that the server states.
func (c *Client) readPatiently(ctx context.Context, known *Post, end time.Time) (*Post, error) {
	post, err := c.GetPost(ctx, known.ID, nil)
	if err == nil || ctx.Err() != nil {
		return post, err
	}
	var apiError *APIError
	if !errors.As(err, &apiError) {
		return known, nil
	}
	if apiError.StatusCode < 500 && apiError.StatusCode != 429 {
		return nil, err
	}
	var body struct{ RetryAfterMs float64 }
	_ = apiError.Decode(&body)
	stated := min(time.Duration(body.RetryAfterMs)*time.Millisecond, waitStatedDelayMax, time.Until(end))
	if stated <= 0 {
		return known, nil
	}
	return known, c.retry.Sleep(ctx, stated)
}

// pollAfter says when to read again: the farther the time of the post is away, before or after it, the later.
func pollAfter(untilDue time.Duration) time.Duration {
	return min(max(untilDue.Abs()/10, pollMin), pollMax)
}

// stateOf is the part of a post that is told while it is awaited.
func stateOf(post *Post) any {
	state := []any{post.Status, post.ScheduledAt}
	for _, target := range post.Targets {
		state = append(state, target.Status, target.ErrorCode, target.ExternalURL)
	}
	return state
}
