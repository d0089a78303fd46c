package punctual

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

const (
	// Files of at least this size are sent in parts, so that a failure costs only one part.
	partsFromBytes   = 16 << 20
	filenameCharsMax = 255
	// roundsMax is how often a file is sent, or the rest of it, before the upload counts as interrupted.
	roundsMax = 4
	// progressStepBytes bounds how often OnProgress is called.
	progressStepBytes = 1 << 20
	roundDelay        = time.Second
)

// UploadOptions describe a file.
type UploadOptions struct {
	// MIME is the type of the file. Default: guessed from the name. The service checks it.
	MIME     string
	Filename string
	AltText  string
	// OnProgress is called with the number of bytes that have been sent, including those of earlier tries: at the
	// beginning, after each MiB, and at the end.
	OnProgress func(sentBytes, sizeBytes int64)
	// Resume is the id of an upload that was interrupted. Only what is missing is sent.
	Resume string
}

// UploadFile uploads a file of this machine. See UploadMedia.
func (c *Client) UploadFile(ctx context.Context, workspaceID, path string, options UploadOptions) (*Media, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if options.Filename == "" {
		options.Filename = filepath.Base(path)
	}
	return c.UploadMedia(ctx, workspaceID, file, about.Size(), options)
}

// UploadMedia uploads a file to the library of a workspace, large ones in parts, and returns it once it is checked.
// After a failure of the connection, only the missing parts are sent again, a few times. Then the error is an
// *UploadInterruptedError.
func (c *Client) UploadMedia(ctx context.Context, workspaceID string, file io.ReaderAt, size int64, options UploadOptions) (*Media, error) {
	var begun *PresignedMedia
	mediaID := options.Resume
	var err error
	if mediaID == "" {
		begun, err = c.PresignMedia(ctx, workspaceID, announcement(size, options))
		if err == nil {
			mediaID = begun.Media.ID
		}
	} else {
		begun, err = c.resumed(ctx, mediaID)
	}
	if err != nil {
		return nil, err
	}
	for round := 1; ; round++ {
		media, err := c.uploadRound(ctx, mediaID, begun, file, size, options)
		var apiError *APIError
		if err == nil || errors.As(err, &apiError) || ctx.Err() != nil {
			return media, err
		}
		if round >= roundsMax {
			return nil, &UploadInterruptedError{MediaID: mediaID, Err: err}
		}
		if err := c.retry.Sleep(ctx, time.Duration(round)*roundDelay); err != nil {
			return nil, err
		}
		begun = nil
	}
}

// uploadRound sends what is missing. It asks what that is, unless the caller knows.
func (c *Client) uploadRound(ctx context.Context, mediaID string, begun *PresignedMedia, file io.ReaderAt, size int64, options UploadOptions) (*Media, error) {
	if begun == nil {
		var err error
		if begun, err = c.resumed(ctx, mediaID); err != nil {
			return nil, err
		}
	}
	if begun.Upload == nil {
		return &begun.Media, nil
	}
	pieces, sent, err := piecesOf(begun, size)
	if err != nil {
		return nil, err
	}
	told := sent - progressStepBytes
	report := func(bytes int64) {
		sent += bytes
		if options.OnProgress != nil && (sent-told >= progressStepBytes || sent == size) {
			told = sent
			options.OnProgress(sent, size)
		}
	}
	report(0)
	for _, piece := range pieces {
		if err := c.send(ctx, piece, file, report); err != nil {
			return nil, err
		}
	}
	media, err := c.CompleteMedia(ctx, mediaID)
	if err != nil {
		return c.orStored(ctx, mediaID, err)
	}
	return media, nil
}

// resumed says what is missing of an upload. Upload is nil if it is complete.
func (c *Client) resumed(ctx context.Context, mediaID string) (*PresignedMedia, error) {
	begun, err := c.ResumeUpload(ctx, mediaID)
	if err == nil {
		return begun, nil
	}
	media, err := c.orStored(ctx, mediaID, err)
	if err != nil {
		return nil, err
	}
	return &PresignedMedia{Media: *media}, nil
}

// orStored returns the media after a 409, if the upload is complete and only the response to its last call was lost.
func (c *Client) orStored(ctx context.Context, mediaID string, failure error) (*Media, error) {
	var apiError *APIError
	if !errors.As(failure, &apiError) || apiError.StatusCode != http.StatusConflict {
		return nil, failure
	}
	media, err := c.GetMedia(ctx, mediaID)
	if err != nil {
		return nil, err
	}
	if media.Status != MediaStatusReady && media.Status != MediaStatusProcessing {
		return nil, failure
	}
	return media, nil
}

func announcement(size int64, options UploadOptions) PresignMedia {
	body := PresignMedia{MIME: options.MIME, SizeBytes: size}
	if body.MIME == "" {
		body.MIME = mime.TypeByExtension(filepath.Ext(options.Filename))
	}
	if body.MIME == "" {
		body.MIME = "application/octet-stream"
	}
	if name := []rune(options.Filename); len(name) > 0 {
		body.Filename = Set(string(name[:min(len(name), filenameCharsMax)]))
	}
	if options.AltText != "" {
		body.AltText = Set(options.AltText)
	}
	if size >= partsFromBytes {
		body.Multipart = Set(true)
	}
	return body
}

// piece is the content of one request: the whole file, or one part of it.
type piece struct {
	address     SingleUpload
	begin, size int64
}

// piecesOf returns what is still to be sent, and the number of bytes that have arrived.
func piecesOf(begun *PresignedMedia, size int64) (pieces []piece, arrivedBytes int64, err error) {
	var kind struct{ Kind string }
	if err := json.Unmarshal(begun.Upload, &kind); err != nil {
		return nil, 0, err
	}
	if kind.Kind == "single" {
		var address SingleUpload
		err := json.Unmarshal(begun.Upload, &address)
		return []piece{{address, 0, size}}, 0, err
	}
	var upload PartsUpload
	if err := json.Unmarshal(begun.Upload, &upload); err != nil {
		return nil, 0, err
	}
	for _, part := range upload.Parts {
		if part.Address == nil {
			arrivedBytes += part.SizeBytes
			continue
		}
		address := SingleUpload{Method: part.Address.Method, URL: part.Address.URL, Headers: part.Address.Headers}
		pieces = append(pieces, piece{address, (part.PartNumber - 1) * upload.PartSizeBytes, part.SizeBytes})
	}
	return pieces, arrivedBytes, nil
}

// send sends one piece to the storage, without the API key. It fails if nothing moves for as long as the timeout.
func (c *Client) send(ctx context.Context, piece piece, file io.ReaderAt, report func(bytes int64)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(c.timeout, func() { cancel(fmt.Errorf("nothing moved for %v", c.timeout)) })
	defer idle.Stop()
	body := &progressReader{io.NewSectionReader(file, piece.begin, piece.size), func(bytes int64) {
		idle.Reset(c.timeout)
		report(bytes)
	}}
	request, err := http.NewRequestWithContext(ctx, piece.address.Method, piece.address.URL, body)
	if err != nil {
		return err
	}
	request.ContentLength = piece.size
	for name, value := range piece.address.Headers {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	if _, err := readAnswer(response); err != nil {
		return err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("the storage answered %d", response.StatusCode)
	}
	return nil
}

type progressReader struct {
	reader io.Reader
	report func(bytes int64)
}

func (p *progressReader) Read(buffer []byte) (int, error) {
	count, err := p.reader.Read(buffer)
	if count > 0 {
		p.report(int64(count))
	}
	return count, err
}
