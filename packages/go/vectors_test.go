package punctual_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"testing"
	"time"

	"punctual.example/punctual"
)

func TestRetriesAsInEveryLanguage(t *testing.T) {
	type vector struct {
		Name        string
		AttemptsMax int
		Replies     []reply
		WaitsMs     []int64
		Attempts    int
		Status      *int
	}
	for _, vector := range readVectors[vector](t, "retries") {
		t.Run(vector.Name, func(t *testing.T) {
			service := startLoopback(t, vector.Replies...)
			err := service.client(vector.AttemptsMax).Call(context.Background(), "GET", "/posts", nil, nil, nil)
			equal(t, "attempts", len(service.seen()), vector.Attempts)
			waits := []int64{}
			for _, delay := range service.delays {
				waits = append(waits, delay.Milliseconds())
			}
			if !reflect.DeepEqual(waits, vector.WaitsMs) {
				t.Errorf("waits: got %v, want %v", waits, vector.WaitsMs)
			}
			var apiError *punctual.APIError
			switch {
			case errors.As(err, &apiError):
				if vector.Status == nil || *vector.Status != apiError.StatusCode {
					t.Errorf("got %v, want the status %v", err, vector.Status)
				}
			case err != nil && vector.Status != nil, err == nil && (vector.Status == nil || *vector.Status != 200):
				t.Errorf("got %v, want the status %v", err, vector.Status)
			}
		})
	}
}

func TestErrorsAsInEveryLanguage(t *testing.T) {
	type vector struct {
		reply
		Name     string
		Expected struct {
			StatusCode               int
			Code, Message, RequestID string
			Extras                   map[string]any
		}
	}
	for _, vector := range readVectors[vector](t, "errors") {
		t.Run(vector.Name, func(t *testing.T) {
			service := startLoopback(t, vector.reply)
			_, err := service.client(1).GetPost(context.Background(), "post_1", nil)
			var apiError *punctual.APIError
			if !errors.As(err, &apiError) {
				t.Fatalf("got %v", err)
			}
			want := vector.Expected
			equal(t, "status", apiError.StatusCode, want.StatusCode)
			equal(t, "code", string(apiError.Code), want.Code)
			equal(t, "message", apiError.Message, want.Message)
			equal(t, "requestId", apiError.RequestID, want.RequestID)
			equal(t, "HasCode", punctual.HasCode(err, apiError.Code), true)
			var body map[string]any
			must(t, apiError.Decode(&body))
			for name, value := range want.Extras {
				if !reflect.DeepEqual(body[name], value) {
					t.Errorf("%s: got %v, want %v", name, body[name], value)
				}
			}
		})
	}
}

func TestWaitsAsInEveryLanguage(t *testing.T) {
	type vector struct {
		Name      string
		TimeoutMs int64
		Replies   []reply
		WaitsMs   []int64
		Outcome   string
	}
	for _, vector := range readVectors[vector](t, "waits") {
		t.Run(vector.Name, func(t *testing.T) {
			service := startLoopback(t, vector.Replies...)
			var told []punctual.PostStatus
			// A timeout of zero means the default, so the shortest one stands for it.
			post, err := service.client(1).WaitForPost(context.Background(), "post_1", &punctual.WaitOptions{
				Timeout:  max(time.Duration(vector.TimeoutMs)*time.Millisecond, 1),
				OnChange: func(post *punctual.Post) { told = append(told, post.Status) },
			})
			var timedOut *punctual.WaitTimedOutError
			var apiError *punctual.APIError
			var outcome string
			switch {
			case errors.As(err, &timedOut):
				outcome = "timed out"
				equal(t, "post", timedOut.Post.ID, "post_1")
			case errors.As(err, &apiError):
				outcome = string(apiError.Code)
			default:
				must(t, err)
				outcome = string(post.Ending())
				equal(t, "told", told[len(told)-1], post.Status)
			}
			equal(t, "outcome", outcome, vector.Outcome)
			equal(t, "requests", len(service.seen()), len(vector.Replies))
			waits := []int64{}
			for _, delay := range service.delays {
				waits = append(waits, delay.Milliseconds())
			}
			if !reflect.DeepEqual(waits, vector.WaitsMs) {
				t.Errorf("waits: got %v, want %v", waits, vector.WaitsMs)
			}
		})
	}
}

func TestWebhooksAsInEveryLanguage(t *testing.T) {
	type vector struct {
		Name, Scheme, Body, Expected string
		Secrets                      []string
		Headers                      map[string]string
		NowSeconds, ToleranceSeconds int64
	}
	for _, vector := range readVectors[vector](t, "webhooks") {
		t.Run(vector.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range vector.Headers {
				header.Set(name, value)
			}
			event, err := punctual.WebhookVerifier{
				Secrets:   vector.Secrets,
				Scheme:    punctual.WebhookScheme(vector.Scheme),
				Tolerance: time.Duration(vector.ToleranceSeconds) * time.Second,
				Now:       func() time.Time { return time.Unix(vector.NowSeconds, 0) },
			}.Verify([]byte(vector.Body), header)
			result := "verified"
			var untrusted *punctual.WebhookError
			if errors.As(err, &untrusted) {
				result = string(untrusted.Reason)
			}
			equal(t, "result", result, vector.Expected)
			if err == nil {
				var data punctual.WebhookTestEventData
				must(t, json.Unmarshal(event.Data, &data))
				equal(t, "type", event.Type, "webhook.test")
				equal(t, "message", data.Message, "grüß dich 👋")
			}
		})
	}
}
