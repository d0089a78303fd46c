import type { UploadMeter } from '../kit/media-upload.js';
import type { FacebookPage } from './api.js';
import type { FacebookUpload } from './media-state.js';

/** The data that the steps of one upload share. */
export interface FacebookUploading {
  page: FacebookPage;
  meter: UploadMeter;
  signal: AbortSignal;
  /** Saves the progress of this file. */
  save: (upload: FacebookUpload) => Promise<void>;
}
