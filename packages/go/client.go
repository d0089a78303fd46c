// Package punctual is a client of the Punctual API, which schedules and publishes social posts.
//
// Client has one method for each operation that an API key may call. The names are those of the API reference.
package punctual

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

const (
	timeoutDefault = 30 * time.Second
	// responseBytesMax bounds what is read of a response.
	responseBytesMax = 64 << 20
)

// Config says where the API is, and how to call it.
type Config struct {
	// BaseURL is the URL of the API, including the version: https://punctual.example/api/v1, which is added to a URL
	// without a path.
	BaseURL string
	// APIKey identifies the caller. Keep it on a server, because anyone who holds it can act on your workspaces.
	APIKey string
	// HTTPClient sends the requests. Default: http.DefaultClient.
	HTTPClient *http.Client
	// Timeout limits one attempt, and each wait for progress of an upload. Default: 30 seconds.
	Timeout time.Duration
	// Retry replaces the limits and delays of retries that are not zero.
	Retry RetryOptions
}

// Client calls the API. It is safe for concurrent use.
type Client struct {
	baseURL string
	apiKey  string
	http    *http.Client
	timeout time.Duration
	retry   RetryOptions
}

// New makes a client.
func New(config Config) *Client {
	client := &Client{
		baseURL: strings.TrimRight(config.BaseURL, "/"),
		apiKey:  config.APIKey,
		http:    config.HTTPClient,
		timeout: config.Timeout,
		retry:   config.Retry.orDefaults(),
	}
	if server, err := url.Parse(client.baseURL); err == nil && server.Host != "" && server.Path == "" {
		client.baseURL += "/api/v1"
	}
	if client.http == nil {
		client.http = http.DefaultClient
	}
	if client.timeout <= 0 {
		client.timeout = timeoutDefault
	}
	return client
}

// Response is what a response has beside its data.
type Response struct {
	StatusCode int
	Header     http.Header
}

// ETag is the version of the resource, for IfMatch.
func (r *Response) ETag() string { return r.Header.Get("ETag") }

type callSettings struct {
	header   http.Header
	response *Response
}

// CallOption changes one call.
type CallOption func(*callSettings)

// IdempotencyKey replaces the key that the client makes for each POST, so that your own repeats are safe, too.
func IdempotencyKey(key string) CallOption {
	return func(s *callSettings) { s.header.Set("Idempotency-Key", key) }
}

// IfMatch makes a change only if nobody has changed the resource since the version with this ETag.
func IfMatch(etag string) CallOption {
	return func(s *callSettings) { s.header.Set("If-Match", etag) }
}

// Into stores the status and the headers of the response.
func Into(response *Response) CallOption {
	return func(s *callSettings) { s.response = response }
}

// Call calls any operation by its path, such as /posts. Into is a pointer to what the JSON of the response is decoded
// into, or nil. An error response is returned as an *APIError.
func (c *Client) Call(ctx context.Context, method, path string, query url.Values, body, into any, options ...CallOption) error {
	settings := callSettings{header: http.Header{}}
	for _, option := range options {
		option(&settings)
	}
	var content []byte
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("punctual: the body cannot be written as JSON: %w", err)
		}
		content = encoded
		settings.header.Set("Content-Type", "application/json")
	}
	settings.header.Set("Authorization", "Bearer "+c.apiKey)
	settings.header.Set("Accept", "application/json")
	// All attempts carry the same key, so that the request takes effect once, even if a response is lost.
	if method == http.MethodPost && settings.header.Get("Idempotency-Key") == "" {
		settings.header.Set("Idempotency-Key", newKey())
	}
	address := c.baseURL + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	if parsed, err := url.Parse(address); err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return fmt.Errorf("punctual: %q is no URL of an API", address)
	}
	answer, err := c.repeat(ctx, method, address, settings.header, content)
	if err != nil {
		return err
	}
	if settings.response != nil {
		*settings.response = Response{StatusCode: answer.status, Header: answer.header}
	}
	if answer.status < 200 || answer.status > 299 {
		return apiErrorOf(answer)
	}
	if into == nil || len(answer.body) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer.body, into); err != nil {
		return fmt.Errorf("punctual: the response to %s %s cannot be read: %w", method, path, err)
	}
	return nil
}

// answer is a response that was read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (c *Client) repeat(ctx context.Context, method, address string, header http.Header, content []byte) (*answer, error) {
	attempts := attempts{options: c.retry}
	for {
		received, failure := c.attempt(ctx, method, address, header, content)
		if err := ctx.Err(); err != nil && failure != nil {
			return nil, err
		}
		delay, again := attempts.delayAfter(received)
		if !again {
			if received == nil {
				return nil, fmt.Errorf("punctual: no response to %s: %w", method, failure)
			}
			return received, nil
		}
		if delay > 0 {
			if err := c.retry.Sleep(ctx, delay); err != nil {
				return nil, err
			}
		}
	}
}

func (c *Client) attempt(ctx context.Context, method, address string, header http.Header, content []byte) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.Header = header.Clone()
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	return readAnswer(response)
}

func readAnswer(response *http.Response) (*answer, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, responseBytesMax+1))
	if err != nil {
		return nil, err
	}
	if len(body) > responseBytesMax {
		return nil, errors.New("the response is too long")
	}
	return &answer{status: response.StatusCode, header: response.Header, body: body}, nil
}

// newKey makes a random UUID.
func newKey() string {
	var bits [16]byte
	// crypto/rand.Read never fails: it ends the program if the system has no random numbers.
	_, _ = rand.Read(bits[:])
	bits[6] = bits[6]&0x0f | 0x40
	bits[8] = bits[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bits[0:4], bits[4:6], bits[6:8], bits[8:10], bits[10:])
}

func call[T any](ctx context.Context, c *Client, method, path string, query url.Values, body any, options []CallOption) (*T, error) {
	into := new(T)
	if err := c.Call(ctx, method, path, query, body, into, options...); err != nil {
		return nil, err
	}
	return into, nil
}

// pages iterates over a list, and requests pages as they are needed. An error ends it.
func pages[T any](ctx context.Context, c *Client, path string, query url.Values, options []CallOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		values := url.Values{}
		for name, value := range query {
			values[name] = value
		}
		for {
			var page struct {
				Data       []*T    `json:"data"`
				NextCursor *string `json:"nextCursor"`
			}
			if err := c.Call(ctx, http.MethodGet, path, values, nil, &page, options...); err != nil {
				yield(nil, err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if page.NextCursor == nil {
				return
			}
			if *page.NextCursor == values.Get("cursor") {
				yield(nil, errors.New("punctual: the list does not advance"))
				return
			}
			values.Set("cursor", *page.NextCursor)
		}
	}
}

// ErrEmpty is returned by First for a list without items.
var ErrEmpty = errors.New("punctual: the list is empty")

// First returns the first item of a list. Further pages are not requested.
func First[T any](list iter.Seq2[*T, error]) (*T, error) {
	for item, err := range list {
		return item, err
	}
	return nil, ErrEmpty
}

// Must returns the value, and panics with an error that is not nil. It is for short programs.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// All returns every item of a list.
func All[T any](list iter.Seq2[*T, error]) ([]*T, error) {
	var items []*T
	for item, err := range list {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// pathOf fills ids into a path, in order.
func pathOf(template string, ids ...string) string {
	parts := strings.Split(template, "/")
	for index, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[index] = url.PathEscape(ids[0])
			ids = ids[1:]
		}
	}
	return strings.Join(parts, "/")
}

// addTo adds a parameter, once for each value of a list, unless it is zero or nil.
func addTo(values url.Values, name string, value any) {
	if when, isTime := value.(time.Time); isTime {
		if !when.IsZero() {
			values.Add(name, when.Format(time.RFC3339Nano))
		}
		return
	}
	given := reflect.ValueOf(value)
	switch {
	case given.IsZero():
	case given.Kind() == reflect.Pointer:
		values.Add(name, textOf(given.Elem()))
	case given.Kind() == reflect.Slice:
		for index := range given.Len() {
			values.Add(name, textOf(given.Index(index)))
		}
	default:
		values.Add(name, textOf(given))
	}
}

func textOf(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(value.Bool())
	case reflect.Int64:
		return strconv.FormatInt(value.Int(), 10)
	default:
		return value.String()
	}
}

// orNothing keeps a nil pointer from being sent as null.
func orNothing[T any](body *T) any {
	if body == nil {
		return nil
	}
	return body
}
