package punctual_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"punctual.example/punctual"
)

var ctx = context.Background()

func TestCallsSendTheKeyThePathAndTheBody(t *testing.T) {
	service := startLoopback(t, reply{Status: 201, Body: `{"id":"post_1","scheduledAt":"2030-01-31T09:00:00.000Z"}`})
	post, err := service.client(5).CreatePost(ctx, punctual.CreatePostFlat{
		Content:      punctual.Set("x"),
		Platforms:    []punctual.PlatformEntry{{AccountID: "acc_1", PlatformOptions: punctual.BlueskyOptions{Langs: []string{"en"}}}},
		ScheduledFor: punctual.Set(time.Date(2030, 1, 31, 9, 0, 0, 0, time.UTC)),
	})
	must(t, err)
	equal(t, "id", post.ID, "post_1")
	equal(t, "scheduledAt", post.ScheduledAt.Year(), 2030)
	call := service.seen()[0]
	equal(t, "method", call.method, "POST")
	equal(t, "target", call.target, "/api/v1/posts")
	equal(t, "key", call.header.Get("Authorization"), "Bearer punctual_live_test")
	equal(t, "type", call.header.Get("Content-Type"), "application/json")
	equal(t, "body", call.body, `{"platforms":[{"accountId":"acc_1","platformOptions":{"langs":["en"]}}],"content":"x","scheduledFor":"2030-01-31T09:00:00Z"}`)
}

func TestAURLWithoutAPathIsThatOfAServer(t *testing.T) {
	for suffix, target := range map[string]string{"": "/api/v1/posts", "/": "/api/v1/posts", "/x": "/x/posts"} {
		service := startLoopback(t)
		server := strings.TrimSuffix(service.url, "/api/v1")
		client := punctual.New(punctual.Config{BaseURL: server + suffix, APIKey: "punctual_live_test"})
		must(t, client.Call(ctx, "GET", "/posts", nil, nil, nil))
		equal(t, "target", service.seen()[0].target, target)
	}
}

func TestFieldsOfRequestsAreLeftOutSetOrNull(t *testing.T) {
	for body, want := range map[string]punctual.UpdatePostFlat{
		`{}`:                                   {},
		`{"content":"","scheduledFor":null}`:   {Content: punctual.Set(""), ScheduledFor: punctual.Null[time.Time]()},
		`{"platforms":[],"metadata":{}}`:       {Platforms: []punctual.PlatformEntry{}, Metadata: map[string]string{}},
		`{"metadata":{"a":"b"},"mediaIds":[]}`: {MediaIDs: []string{}, Metadata: map[string]string{"a": "b"}},
	} {
		text, err := json.Marshal(want)
		must(t, err)
		var got, expected map[string]any
		must(t, json.Unmarshal(text, &got))
		must(t, json.Unmarshal([]byte(body), &expected))
		if !reflect.DeepEqual(got, expected) {
			t.Errorf("got %s, want %s", text, body)
		}
		var back punctual.UpdatePostFlat
		must(t, json.Unmarshal([]byte(body), &back))
		again, err := json.Marshal(back)
		must(t, err)
		equal(t, "read and written", string(again), string(text))
	}
}

func TestAttemptsOfAPostCarryOneIdempotencyKey(t *testing.T) {
	service := startLoopback(t, reply{NoResponse: true}, reply{NoResponse: true}, reply{Status: 201, Body: `{}`})
	client := service.client(5)
	body := punctual.CreatePostFlat{Platforms: []punctual.PlatformEntry{{AccountID: "acc_1"}}}
	_, err := client.CreatePost(ctx, body)
	must(t, err)
	_, err = client.CreatePost(ctx, body, punctual.IdempotencyKey("mine"))
	must(t, err)
	_, err = client.GetPost(ctx, "post_1", nil)
	must(t, err)
	var keys []string
	for _, call := range service.seen() {
		keys = append(keys, call.header.Get("Idempotency-Key"))
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(keys[0]) {
		t.Errorf("%q is no UUID", keys[0])
	}
	if want := []string{keys[0], keys[0], keys[0], "mine", ""}; !reflect.DeepEqual(keys, want) {
		t.Errorf("got %v, want %v", keys, want)
	}
}

func TestListsRequestPagesAsTheyAreNeeded(t *testing.T) {
	service := startLoopback(t,
		reply{Status: 200, Body: `{"data":[{"id":"post_1"},{"id":"post_2"}],"nextCursor":"c1"}`},
		reply{Status: 200, Body: `{"data":[],"nextCursor":"c2"}`},
		reply{Status: 200, Body: `{"data":[{"id":"post_3"}],"nextCursor":null}`},
		reply{Status: 200, Body: `{"data":[{"id":"post_1"}],"nextCursor":"c1"}`},
	)
	query := &punctual.ListPostsQuery{
		Status:        []punctual.PostStatus{punctual.PostStatusFailed, punctual.PostStatusCanceled},
		Dated:         punctual.Pointer(false),
		CreatedAfter:  time.Date(2030, 1, 31, 9, 0, 0, 0, time.FixedZone("", 3600)),
		MetadataValue: punctual.Pointer(""),
		Limit:         2,
	}
	posts, err := punctual.All(service.client(5).ListPosts(ctx, query))
	must(t, err)
	var ids []string
	for _, post := range posts {
		ids = append(ids, post.ID)
	}
	if !reflect.DeepEqual(ids, []string{"post_1", "post_2", "post_3"}) {
		t.Errorf("got %v", ids)
	}
	first, err := punctual.First(service.client(5).ListPosts(ctx, nil))
	must(t, err)
	equal(t, "first", first.ID, "post_1")
	filters := "&dated=false&limit=2&metadataValue=&status=FAILED&status=CANCELED"
	var targets []string
	for _, call := range service.seen() {
		targets = append(targets, call.target)
	}
	want := []string{
		"/api/v1/posts?createdAfter=2030-01-31T09%3A00%3A00%2B01%3A00" + filters,
		"/api/v1/posts?createdAfter=2030-01-31T09%3A00%3A00%2B01%3A00&cursor=c1" + filters,
		"/api/v1/posts?createdAfter=2030-01-31T09%3A00%3A00%2B01%3A00&cursor=c2" + filters,
		"/api/v1/posts",
	}
	if !reflect.DeepEqual(targets, want) {
		t.Errorf("got %v, want %v", targets, want)
	}
}

func TestListsEndWithTheErrorOfAPage(t *testing.T) {
	service := startLoopback(t,
		reply{Status: 404, Body: `{"statusCode":404,"code":"NOT_FOUND","message":"No.","requestId":"r"}`},
		reply{Status: 200, Body: `{"data":[],"nextCursor":"same"}`},
		reply{Status: 200, Body: `{"data":[],"nextCursor":"same"}`},
	)
	var failures []error
	for range 2 {
		_, err := punctual.All(service.client(5).GetPostTimeline(ctx, "post/1", nil))
		failures = append(failures, err)
	}
	if !punctual.HasCode(failures[0], punctual.CodeNotFound) || !strings.Contains(fmt.Sprint(failures[1]), "does not advance") {
		t.Errorf("got %v", failures)
	}
	_, err := punctual.First(startLoopback(t, reply{Status: 200, Body: `{"data":[],"nextCursor":null}`}).client(5).ListPosts(ctx, nil))
	equal(t, "no item", err, punctual.ErrEmpty)
	equal(t, "path", service.seen()[0].target, "/api/v1/posts/post%2F1/timeline")
}

func TestTheETagAndIfMatch(t *testing.T) {
	service := startLoopback(t, reply{Status: 200, Headers: map[string]string{"ETag": `"v1"`}, Body: `{}`}, reply{Status: 204})
	client := service.client(5)
	var response punctual.Response
	_, err := client.GetPost(ctx, "post_1", nil, punctual.Into(&response))
	must(t, err)
	must(t, client.DeletePost(ctx, "post_1", nil, punctual.IfMatch(response.ETag())))
	equal(t, "If-Match", service.seen()[1].header.Get("If-Match"), `"v1"`)
}

func TestACanceledContextEndsTheWaitForTheNextAttempt(t *testing.T) {
	service := startLoopback(t, reply{Status: 500}, reply{Status: 500})
	client := punctual.New(punctual.Config{BaseURL: service.url, APIKey: "k", Retry: punctual.RetryOptions{Backoff: time.Hour, BackoffMax: time.Hour}})
	ending, cancel := context.WithCancel(ctx)
	go func() {
		for len(service.seen()) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if _, err := client.GetPost(ending, "post_1", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	equal(t, "attempts", len(service.seen()), 1)
}

func TestAURLThatIsNoneFailsAtOnce(t *testing.T) {
	_, err := punctual.New(punctual.Config{BaseURL: "punctual.example/api/v1", APIKey: "k"}).GetPost(ctx, "post_1", nil)
	if err == nil {
		t.Fatal("no error")
	}
}
