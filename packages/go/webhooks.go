package punctual

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WebhookReason says why a delivery cannot be trusted.
type WebhookReason string

const (
	// WebhookMalformedSecret means that none of the secrets is a signing secret. The setting may be missing, which says
	// nothing about the delivery.
	WebhookMalformedSecret    WebhookReason = "malformed_secret"
	WebhookMissingHeader      WebhookReason = "missing_header"
	WebhookMalformedTimestamp WebhookReason = "malformed_timestamp"
	WebhookTooOld             WebhookReason = "too_old"
	WebhookInTheFuture        WebhookReason = "in_the_future"
	WebhookWrongSignature     WebhookReason = "wrong_signature"
	WebhookMalformedBody      WebhookReason = "malformed_body"
)

// WebhookError is returned for a delivery that cannot be trusted.
type WebhookError struct{ Reason WebhookReason }

func (e *WebhookError) Error() string {
	if e.Reason == WebhookMalformedSecret {
		return "punctual: the webhook cannot be checked: the secret is no signing secret (whsec_…). Is it set?"
	}
	return "punctual: the webhook cannot be trusted: " + string(e.Reason)
}

// Event is what a webhook delivers. Type says what Data is: the Data of a PostFailedEvent for post.failed, for instance.
// A newer service may send other types.
type Event struct {
	ID          string          `json:"id"`
	Type        string          `json:"type"`
	CreatedAt   time.Time       `json:"createdAt"`
	WorkspaceID string          `json:"workspaceId"`
	Data        json.RawMessage `json:"data"`
}

// WebhookScheme is one of the two signatures of each delivery.
type WebhookScheme string

const (
	// WebhookStandard covers the time of sending, too, so that a recorded delivery cannot be sent again later.
	WebhookStandard WebhookScheme = "standard"
	// WebhookService checks X-Service-Signature, which covers only the body.
	WebhookService WebhookScheme = "service"
)

// WebhookVerifier checks deliveries. Its zero values are the defaults.
type WebhookVerifier struct {
	// Secrets are the signing secrets of the endpoint, whsec_…. During a rotation, give both.
	Secrets []string
	// Scheme is WebhookStandard by default.
	Scheme WebhookScheme
	// Tolerance is the largest difference between the time of sending and now. Default: 5 minutes.
	Tolerance time.Duration
	// Now replaces the clock.
	Now func() time.Time
}

// VerifyWebhook returns the event if it is signed with one of the secrets, and a *WebhookError otherwise. The body is
// the raw body, before it is parsed.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Event, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(body, header)
}

// Verify returns the event if it is signed with one of the secrets, and a *WebhookError otherwise.
func (v WebhookVerifier) Verify(body []byte, header http.Header) (*Event, error) {
	v.Secrets = slices.DeleteFunc(slices.Clone(v.Secrets), func(secret string) bool { return !signingSecret.MatchString(secret) })
	if len(v.Secrets) == 0 {
		return nil, &WebhookError{WebhookMalformedSecret}
	}
	check := v.checkStandard
	if v.Scheme == WebhookService {
		check = v.checkService
	}
	if reason := check(body, header); reason != "" {
		return nil, &WebhookError{reason}
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, &WebhookError{WebhookMalformedBody}
	}
	return &event, nil
}

func (v WebhookVerifier) checkStandard(body []byte, header http.Header) WebhookReason {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	signatures := header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return WebhookMissingHeader
	}
	if reason := v.checkTime(timestamp); reason != "" {
		return reason
	}
	var given, expected []string
	for _, part := range strings.Split(signatures, " ") {
		if signature, isKnown := strings.CutPrefix(part, "v1,"); isKnown {
			given = append(given, signature)
		}
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, secret := range v.Secrets {
		expected = append(expected, base64.StdEncoding.EncodeToString(hmacOf(keyOf(secret), signed)))
	}
	return requireMatch(given, expected)
}

func (v WebhookVerifier) checkService(body []byte, header http.Header) WebhookReason {
	given := header.Get("X-Service-Signature")
	if given == "" {
		return WebhookMissingHeader
	}
	var expected []string
	for _, secret := range v.Secrets {
		expected = append(expected, hex.EncodeToString(hmacOf([]byte(secret), body)))
	}
	return requireMatch([]string{strings.ToLower(given)}, expected)
}

var unixTime = regexp.MustCompile(`^[0-9]{1,12}$`)

func (v WebhookVerifier) checkTime(timestamp string) WebhookReason {
	if !unixTime.MatchString(timestamp) {
		return WebhookMalformedTimestamp
	}
	sentAt, _ := strconv.ParseInt(timestamp, 10, 64)
	now, tolerance := time.Now, 5*time.Minute
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance > 0 {
		tolerance = v.Tolerance
	}
	switch ageSeconds := float64(now().Unix() - sentAt); {
	case ageSeconds > tolerance.Seconds():
		return WebhookTooOld
	case ageSeconds < -tolerance.Seconds():
		return WebhookInTheFuture
	}
	return ""
}

// signingSecret asks for at least the 24 bytes of Standard Webhooks. Every attacker knows the empty key, so it is never
// used.
var signingSecret = regexp.MustCompile(`^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$`)

// keyOf decodes the part of a secret after the prefix from base64. Missing padding is accepted.
func keyOf(secret string) []byte {
	encoded := strings.TrimRight(strings.TrimPrefix(secret, "whsec_"), "=")
	// A last letter without a meaning, which signingSecret lets through, ends the key before it.
	key, _ := base64.RawStdEncoding.DecodeString(encoded)
	return key
}

func hmacOf(key, message []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(message)
	return hash.Sum(nil)
}

// requireMatch compares all pairs in constant time, so that the duration reveals nothing.
func requireMatch(given, expected []string) WebhookReason {
	reason := WebhookWrongSignature
	for _, one := range given {
		for _, other := range expected {
			if hmac.Equal([]byte(one), []byte(other)) {
				reason = ""
			}
		}
	}
	return reason
}
