package punctual

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// RetryOptions are the limits and delays of retries. Those that are zero have their default.
type RetryOptions struct {
	// AttemptsMax is the maximum number of attempts for one request, including the first. Default: 5. 1 turns
	// retries off.
	AttemptsMax int
	// ImmediateRetriesMax is how often a request is repeated immediately, after a collision or without a response,
	// before the delays begin. Default: 2.
	ImmediateRetriesMax int
	// Backoff is the first delay, which then doubles. Default: 1 second.
	Backoff time.Duration
	// BackoffMax is the longest of these delays. Default: 30 seconds.
	BackoffMax time.Duration
	// StatedDelayMax is the longest delay that the service may ask for. If it asks for more, the caller gets the error.
	// Default: 2 minutes.
	StatedDelayMax time.Duration
	// Sleep waits, or returns the error of the context when that ends first.
	Sleep func(ctx context.Context, delay time.Duration) error
}

func (o RetryOptions) orDefaults() RetryOptions {
	orDefault(&o.AttemptsMax, 5)
	orDefault(&o.ImmediateRetriesMax, 2)
	orDefault(&o.Backoff, time.Second)
	orDefault(&o.BackoffMax, 30*time.Second)
	orDefault(&o.StatedDelayMax, 2*time.Minute)
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	return o
}

func orDefault[T comparable](value *T, byDefault T) {
	var zero T
	if *value == zero {
		*value = byDefault
	}
}

func sleep(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var (
	// Errors whose cause disappears within moments. The request changed nothing, so it can be repeated immediately.
	immediateCodes = []string{"RETRY", "STORAGE_WRITE_FAILED"}
	// Errors that are temporary, whatever their status. The request is repeated after a delay.
	delayedCodes = []string{"RATE_LIMITED", "RETRY_COOLDOWN", "IDEMPOTENCY_KEY_IN_USE"}
	// Errors that last until the operator resolves them, whatever their status. The request is not repeated.
	lastingCodes = []string{"PLATFORM_NOT_CONFIGURED", "STORAGE_FULL"}
	seconds      = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
)

// attempts counts the attempts of one request.
type attempts struct {
	options   RetryOptions
	made      int
	immediate int
	backoffs  int
}

// delayAfter says whether to repeat the request, and after which delay. nil means that no response arrived.
func (a *attempts) delayAfter(received *answer) (delay time.Duration, again bool) {
	a.made++
	if a.made >= a.options.AttemptsMax {
		return 0, false
	}
	if received == nil {
		return a.immediately(), true
	}
	if received.status < 400 {
		return 0, false
	}
	body := errorBody(received)
	code, _ := body["code"].(string)
	isPassing := received.status == http.StatusTooManyRequests || received.status >= 500 || slices.Contains(delayedCodes, code)
	if !isPassing || received.status == http.StatusNotImplemented || slices.Contains(lastingCodes, code) {
		return 0, false
	}
	if stated, isStated := statedDelay(body["retryAfterMs"], received.header.Get("Retry-After")); isStated {
		return stated, stated <= a.options.StatedDelayMax
	}
	if slices.Contains(immediateCodes, code) {
		return a.immediately(), true
	}
	return a.backoff(), true
}

func (a *attempts) immediately() time.Duration {
	if a.immediate >= a.options.ImmediateRetriesMax {
		return a.backoff()
	}
	a.immediate++
	return 0
}

func (a *attempts) backoff() time.Duration {
	delay := time.Duration(math.Min(
		float64(a.options.Backoff)*math.Pow(2, float64(a.backoffs)),
		float64(a.options.BackoffMax),
	))
	a.backoffs++
	return delay
}

// statedDelay is the delay that a response asks for. Its body is more precise than its header.
func statedDelay(retryAfterMs any, header string) (time.Duration, bool) {
	const longest = float64(math.MaxInt64 / 2)
	if ms, isNumber := retryAfterMs.(float64); isNumber {
		return time.Duration(math.Min(math.Max(0, ms)*float64(time.Millisecond), longest)), true
	}
	if !seconds.MatchString(header) {
		return 0, false
	}
	stated, err := strconv.ParseFloat(header, 64)
	return time.Duration(math.Min(stated*float64(time.Second), longest)), err == nil
}

// errorBody has the fields of an error response. A body that is no JSON object has none.
func errorBody(received *answer) map[string]any {
	var body map[string]any
	_ = json.Unmarshal(received.body, &body)
	return body
}
