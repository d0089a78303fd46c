package punctual_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"punctual.example/punctual"
)

// reply is a response as the files of test/vectors write it.
type reply struct {
	Status     int               `json:"status"`
	Headers    map[string]string `json:"headers"`
	Body       string            `json:"body"`
	NoResponse bool              `json:"noResponse"`
}

type received struct {
	method, target, body string
	header               http.Header
}

// loopback is a service that answers what the test has laid out, and 200 with {} afterwards.
type loopback struct {
	mutex   sync.Mutex
	url     string
	replies []reply
	calls   []received
	delays  []time.Duration
}

func startLoopback(t *testing.T, replies ...reply) *loopback {
	t.Helper()
	service := &loopback{replies: replies}
	server := httptest.NewServer(http.HandlerFunc(service.answer))
	t.Cleanup(server.Close)
	service.url = server.URL + "/api/v1"
	return service
}

func (l *loopback) answer(writer http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.calls = append(l.calls, received{request.Method, request.URL.RequestURI(), string(body), request.Header})
	next := reply{Status: 200, Body: "{}"}
	if len(l.replies) > 0 {
		next, l.replies = l.replies[0], l.replies[1:]
	}
	if next.NoResponse {
		panic(http.ErrAbortHandler)
	}
	for name, value := range next.Headers {
		writer.Header().Set(name, value)
	}
	writer.WriteHeader(next.Status)
	_, _ = io.WriteString(writer, next.Body)
}

// client calls the loopback service, and notes its delays in place of waiting. Each request has its own connection,
// because the HTTP library repeats a request by itself if a kept connection breaks.
func (l *loopback) client(attemptsMax int) *punctual.Client {
	return punctual.New(punctual.Config{
		BaseURL:    l.url + "/",
		APIKey:     "punctual_live_test",
		HTTPClient: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		Retry: punctual.RetryOptions{
			AttemptsMax: attemptsMax,
			Sleep: func(_ context.Context, delay time.Duration) error {
				l.delays = append(l.delays, delay)
				return nil
			},
		},
	})
}

func (l *loopback) seen() []received {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.calls)
}

func readVectors[T any](t *testing.T, name string) []T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "test", "vectors", name+".json"))
	must(t, err)
	var vectors []T
	must(t, json.Unmarshal(text, &vectors))
	if len(vectors) == 0 {
		t.Fatalf("%s has no vectors", name)
	}
	return vectors
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
