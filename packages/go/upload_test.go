package punctual_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"punctual.example/punctual"
)

const partSize = 8 << 20

// uploads is a service that takes files in parts. `refuse` says which requests to the storage fail.
type uploads struct {
	mutex     sync.Mutex
	url       string
	size      int64
	parts     map[int][]byte
	announced punctual.PresignMedia
	keys      []string
	refuse    func(request int) bool
	requests  int
	completed bool
	// loseCompletion breaks the connection after the upload was completed.
	loseCompletion bool
}

func startUploads(t *testing.T, refuse func(request int) bool) *uploads {
	t.Helper()
	service := &uploads{parts: map[int][]byte{}, refuse: refuse}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /media/presign", func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&service.announced)
		service.size = service.announced.SizeBytes
		service.begun(w)
	})
	mux.HandleFunc("POST /media/med_1/upload", func(w http.ResponseWriter, r *http.Request) { service.begun(w) })
	mux.HandleFunc("POST /media/med_1/complete", service.complete)
	mux.HandleFunc("GET /media/med_1", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"id":"med_1","status":"READY"}`)
	})
	mux.HandleFunc("PUT /storage/{part}", service.store)
	server := httptest.NewServer(http.StripPrefix("/api/v1", mux))
	t.Cleanup(server.Close)
	service.url = server.URL + "/api/v1"
	return service
}

func (u *uploads) begun(w http.ResponseWriter) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.completed {
		w.WriteHeader(409)
		_, _ = io.WriteString(w, `{"statusCode":409,"code":"INVALID_STATE","message":"No.","requestId":"r","status":"READY","allowed":[]}`)
		return
	}
	if isMultipart, _ := u.announced.Multipart.Get(); !isMultipart {
		fmt.Fprintf(w, `{"media":{"id":"med_1"},"upload":{"kind":"single","method":"PUT","url":"%s/storage/1","headers":{"Content-Type":"image/png"},"expiresAt":"2030-01-31T09:00:00Z"}}`, u.url)
		return
	}
	var parts []string
	for number := 1; int64(number-1)*partSize < u.size; number++ {
		size := min(partSize, u.size-int64(number-1)*partSize)
		address := "null"
		if u.parts[number] == nil {
			address = fmt.Sprintf(`{"method":"PUT","url":"%s/storage/%d","headers":{},"expiresAt":"2030-01-31T09:00:00Z"}`, u.url, number)
		}
		parts = append(parts, fmt.Sprintf(`{"partNumber":%d,"sizeBytes":%d,"uploaded":%v,"address":%s}`, number, size, address == "null", address))
	}
	fmt.Fprintf(w, `{"media":{"id":"med_1"},"upload":{"kind":"parts","partSizeBytes":%d,"parts":[%s]}}`, partSize, strings.Join(parts, ","))
}

func (u *uploads) store(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.requests++
	u.keys = append(u.keys, r.Header.Get("Authorization")+r.Header.Get("Idempotency-Key"))
	if u.refuse(u.requests) || r.ContentLength != int64(len(body)) {
		w.WriteHeader(403)
		return
	}
	var number int
	_, _ = fmt.Sscan(r.PathValue("part"), &number)
	u.parts[number] = body
}

func (u *uploads) complete(w http.ResponseWriter, r *http.Request) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.completed {
		w.WriteHeader(409)
		_, _ = io.WriteString(w, `{"statusCode":409,"code":"INVALID_STATE","message":"No.","requestId":"r","status":"READY","allowed":[]}`)
		return
	}
	u.completed = true
	if u.loseCompletion {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, `{"id":"med_1","status":"READY"}`)
}

func (u *uploads) stored() []byte {
	var whole []byte
	for number := 1; u.parts[number] != nil; number++ {
		whole = append(whole, u.parts[number]...)
	}
	return whole
}

func (u *uploads) client() *punctual.Client { return (&loopback{url: u.url}).client(5) }

func patterned(size int) []byte {
	content := make([]byte, size)
	for index := range content {
		content[index] = byte(index * 7 >> 3)
	}
	return content
}

func TestUploadsOfSmallFilesAreOneRequestWithoutTheKey(t *testing.T) {
	service := startUploads(t, func(int) bool { return false })
	content := patterned(1000)
	media, err := service.client().UploadMedia(ctx, "ws_1", bytes.NewReader(content), 1000, punctual.UploadOptions{Filename: "a.png", AltText: "A dot"})
	must(t, err)
	equal(t, "id", media.ID, "med_1")
	equal(t, "type", service.announced.MIME, "image/png")
	altText, _ := service.announced.AltText.Get()
	equal(t, "alt text", altText, "A dot")
	equal(t, "stored", bytes.Equal(service.stored(), content), true)
	equal(t, "keys", service.keys[0], "")
}

func TestUploadsSendOnlyWhatIsMissingAfterAFailure(t *testing.T) {
	service := startUploads(t, func(request int) bool { return request == 2 })
	content := patterned(20 << 20)
	var last, least, calls int64
	_, err := service.client().UploadMedia(ctx, "ws_1", bytes.NewReader(content), int64(len(content)), punctual.UploadOptions{
		OnProgress: func(sent, size int64) {
			if sent == partSize {
				least++
			}
			last = sent
			calls++
			equal(t, "size", size, int64(len(content)))
		},
	})
	must(t, err)
	equal(t, "stored", bytes.Equal(service.stored(), content), true)
	equal(t, "requests to the storage", service.requests, 4)
	equal(t, "progress in the end", last, int64(len(content)))
	// Both tries together report less often than once for each MiB and each try.
	if calls > 20+8+2*2 {
		t.Errorf("the progress was reported %d times", calls)
	}
	if least < 2 {
		t.Errorf("after the failure, the progress did not begin with what had arrived")
	}
}

func TestUploadsThatFailTooOftenCanBeResumed(t *testing.T) {
	service := startUploads(t, func(request int) bool { return request > 1 && request < 6 })
	content := patterned(20 << 20)
	_, err := service.client().UploadMedia(ctx, "ws_1", bytes.NewReader(content), int64(len(content)), punctual.UploadOptions{})
	var interrupted *punctual.UploadInterruptedError
	if !errors.As(err, &interrupted) {
		t.Fatalf("got %v", err)
	}
	equal(t, "requests to the storage", service.requests, 5)
	_, err = service.client().UploadMedia(ctx, "ws_1", bytes.NewReader(content), int64(len(content)), punctual.UploadOptions{Resume: interrupted.MediaID})
	must(t, err)
	equal(t, "requests to the storage", service.requests, 7)
	equal(t, "stored", bytes.Equal(service.stored(), content), true)
}

func TestUploadsEndWellIfTheResponseToTheLastCallIsLost(t *testing.T) {
	service := startUploads(t, func(int) bool { return false })
	service.loseCompletion = true
	media, err := service.client().UploadMedia(ctx, "ws_1", bytes.NewReader(patterned(10)), 10, punctual.UploadOptions{Filename: "a.png"})
	must(t, err)
	equal(t, "status", media.Status, punctual.MediaStatusReady)
	media, err = service.client().UploadMedia(ctx, "ws_1", bytes.NewReader(patterned(10)), 10, punctual.UploadOptions{Resume: "med_1"})
	must(t, err)
	equal(t, "status", media.Status, punctual.MediaStatusReady)
}
