package punctual

import (
	"encoding/json"
	"errors"
	"fmt"
)

// APIError is an error response of the API.
type APIError struct {
	// Code says what kind of error it is. A newer service may send codes that this version has no constant for.
	Code       ErrorCode
	StatusCode int
	Message    string
	// RequestID identifies the request in the log of the service. Quote it when you ask for help.
	RequestID string
	// Body is the whole response as JSON. Decode reads the fields that the code adds.
	Body json.RawMessage
}

func (e *APIError) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Message) }

// Decode reads the response body into a struct, such as *InvalidStateErrorBody for CodeInvalidState.
func (e *APIError) Decode(into any) error { return json.Unmarshal(e.Body, into) }

// HasCode tells whether an error is a response of the API with one of these codes.
func HasCode(err error, codes ...ErrorCode) bool {
	var apiError *APIError
	if !errors.As(err, &apiError) {
		return false
	}
	for _, code := range codes {
		if apiError.Code == code {
			return true
		}
	}
	return false
}

// apiErrorOf fills in missing fields, because some 401 responses have no code and a proxy may send any body.
func apiErrorOf(received *answer) *APIError {
	code := ErrorCode("INTERNAL_ERROR")
	if received.status == 401 {
		code = "UNAUTHORIZED"
	}
	envelope := struct {
		StatusCode int       `json:"statusCode"`
		Code       ErrorCode `json:"code"`
		Message    string    `json:"message"`
		RequestID  string    `json:"requestId"`
	}{received.status, code, fmt.Sprintf("The service answered %d.", received.status), received.header.Get("X-Request-Id")}
	body := json.RawMessage(received.body)
	var fields map[string]any
	if json.Unmarshal(body, &fields) != nil {
		body = json.RawMessage("{}")
	}
	// Fields of another type than expected leave the others as they are.
	_ = json.Unmarshal(body, &envelope)
	return &APIError{envelope.Code, envelope.StatusCode, envelope.Message, envelope.RequestID, body}
}

// UploadInterruptedError says that the connection failed too often. The service keeps the bytes that arrived: Resume in
// UploadOptions, with the same file, sends the rest.
type UploadInterruptedError struct {
	MediaID string
	Err     error
}

func (e *UploadInterruptedError) Error() string {
	return fmt.Sprintf("punctual: the upload of %s was interrupted: %v", e.MediaID, e.Err)
}

func (e *UploadInterruptedError) Unwrap() error { return e.Err }
