import type { INodeProperties } from 'n8n-workflow';
import { operationField, shownFor, textField, workspaceField } from './common.js';

export const mediaFields: INodeProperties[] = [
  operationField('media', [
    { name: 'Add From URL', value: 'addFromUrl', action: 'Add a file from a URL' },
    { name: 'Upload', value: 'upload', action: 'Upload a file' },
  ]),
  ...shownFor(
    'media',
    ['addFromUrl', 'upload'],
    [{ ...workspaceField, required: true, description: 'The workspace whose media library gets the file' }],
  ),
  ...shownFor(
    'media',
    ['addFromUrl'],
    [
      textField('URL', 'mediaUrl', {
        required: true,
        description: 'A public https URL, which Punctual fetches',
      }),
    ],
  ),
  ...shownFor(
    'media',
    ['upload'],
    [
      textField('Input Binary Field', 'binaryProperty', {
        required: true,
        default: 'data',
        hint: 'The name of the input binary field containing the file to upload',
      }),
    ],
  ),
  ...shownFor(
    'media',
    ['addFromUrl', 'upload'],
    [
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add Option',
        default: {},
        options: [
          textField('Alt Text', 'altText', {
            description: 'A description for people who cannot see the file',
          }),
          textField('File Name', 'filename'),
        ],
      },
    ],
  ),
];
