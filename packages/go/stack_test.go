package punctual_test

import (
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"punctual.example/punctual"
)

// publishedWithin is generous: a slow machine needs longer.
const publishedWithin = 4 * time.Minute

// TestAgainstARealServer is run by test/client/languages.test.ts, which starts the server.
func TestAgainstARealServer(t *testing.T) {
	baseURL := os.Getenv("PUNCTUAL_TEST_URL")
	if baseURL == "" {
		t.Skip("PUNCTUAL_TEST_URL names no server")
	}
	client := punctual.New(punctual.Config{BaseURL: baseURL, APIKey: os.Getenv("PUNCTUAL_TEST_KEY")})
	workspaceID := os.Getenv("PUNCTUAL_TEST_WORKSPACE")

	var accounts []*punctual.SocialAccount
	onBluesky := &punctual.ListSocialAccountsQuery{Platform: []punctual.Platform{punctual.PlatformBluesky}, Limit: 1}
	for account, err := range client.ListSocialAccounts(ctx, onBluesky) {
		must(t, err)
		accounts = append(accounts, account)
	}
	if len(accounts) == 0 || accounts[0].Platform != punctual.PlatformBluesky {
		t.Fatalf("got %v", accounts)
	}

	video := uploaded(t, client, workspaceID, os.Getenv("PUNCTUAL_TEST_VIDEO"))
	equal(t, "kind of the video", video.Kind, punctual.MediaKindVideo)
	image := uploaded(t, client, workspaceID, os.Getenv("PUNCTUAL_TEST_IMAGE"))
	equal(t, "alt text", *image.AltText, "From Go")

	platforms := []punctual.PlatformEntry{{AccountID: accounts[0].ID}}
	post, err := client.CreatePost(ctx, punctual.CreatePostFlat{
		Content:      punctual.Set("Hello from Go"),
		Platforms:    platforms,
		MediaIDs:     []string{image.ID},
		ScheduledFor: punctual.Set(time.Now().Add(10 * time.Second)),
	})
	must(t, err)
	equal(t, "status", post.Status, punctual.PostStatusScheduled)

	var draft *punctual.Post
	for range 3 {
		draft, err = client.CreatePost(ctx, punctual.CreatePostFlat{
			Content:   punctual.Set("draft"),
			Platforms: platforms,
			Metadata:  map[string]string{"draft": "go"},
		})
		must(t, err)
	}
	listed := 0
	query := &punctual.ListPostsQuery{MetadataKey: "draft", MetadataValue: punctual.Pointer("go"), Limit: 1}
	for each, err := range client.ListPosts(ctx, query) {
		must(t, err)
		equal(t, "caption", *each.Caption, "draft")
		listed++
	}
	equal(t, "listed", listed, 3)

	var response punctual.Response
	_, err = client.GetPost(ctx, draft.ID, nil, punctual.Into(&response))
	must(t, err)
	change := punctual.UpdatePostFlat{Metadata: map[string]string{"changed": "yes"}}
	_, err = client.UpdatePost(ctx, draft.ID, change, punctual.IfMatch(response.ETag()))
	must(t, err)
	_, err = client.UpdatePost(ctx, draft.ID, punctual.UpdatePostFlat{Content: punctual.Set("x")}, punctual.IfMatch(response.ETag()))
	equal(t, "an ETag of before", punctual.HasCode(err, punctual.CodePreconditionFailed), true)

	post = published(t, client, post.ID)
	equal(t, "target", post.Targets[0].Status, punctual.TargetStatusPublished)
	_, err = client.CancelPost(ctx, post.ID)
	var apiError *punctual.APIError
	var body punctual.InvalidStateErrorBody
	if !errors.As(err, &apiError) || apiError.Code != punctual.CodeInvalidState {
		t.Fatalf("got %v", err)
	}
	must(t, apiError.Decode(&body))
	equal(t, "allowed", slices.Contains(body.Allowed, "delete"), true)
}

func uploaded(t *testing.T, client *punctual.Client, workspaceID, path string) *punctual.Media {
	t.Helper()
	var sent, size int64
	media, err := client.UploadFile(ctx, workspaceID, path, punctual.UploadOptions{
		AltText:    "From Go",
		OnProgress: func(sentBytes, sizeBytes int64) { sent, size = sentBytes, sizeBytes },
	})
	must(t, err)
	equal(t, "status", media.Status, punctual.MediaStatusReady)
	equal(t, "sent", sent, size)
	equal(t, "size", media.SizeBytes, size)
	return media
}

func published(t *testing.T, client *punctual.Client, postID string) *punctual.Post {
	t.Helper()
	for deadline := time.Now().Add(publishedWithin); time.Now().Before(deadline); time.Sleep(250 * time.Millisecond) {
		post, err := client.GetPost(ctx, postID, nil)
		must(t, err)
		if post.Status != punctual.PostStatusScheduled && post.Status != punctual.PostStatusPublishing {
			equal(t, "status", post.Status, punctual.PostStatusPublished)
			return post
		}
	}
	t.Fatal("the post is not published")
	return nil
}
