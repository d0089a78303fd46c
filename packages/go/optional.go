package punctual

import (
	"bytes"
	"encoding/json"
)

// Optional is a field of a request that may be left out. Its zero value is left out, Set gives it a value, and Null
// sends null, which a few fields understand: ScheduledFor of UpdatePostFlat takes the time from a post.
type Optional[T any] struct {
	value *T
	isSet bool
}

// Set gives a field a value.
func Set[T any](value T) Optional[T] { return Optional[T]{value: &value, isSet: true} }

// Null sends null as the value of a field.
func Null[T any]() Optional[T] { return Optional[T]{isSet: true} }

// Get returns the value, and whether there is one that is not null.
func (o Optional[T]) Get() (value T, isPresent bool) {
	if o.value == nil {
		return value, false
	}
	return *o.value, true
}

// IsZero tells encoding/json which fields to leave out.
func (o Optional[T]) IsZero() bool { return !o.isSet }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }

// UnmarshalJSON reads the value, or null.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	*o = Optional[T]{isSet: true}
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &o.value)
}

// Pointer returns a pointer to a value, for the parameters that are pointers.
func Pointer[T any](value T) *T { return &value }
