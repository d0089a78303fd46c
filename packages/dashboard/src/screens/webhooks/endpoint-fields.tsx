import { ApiError, detailFor } from '../../api/errors.js';
import type { Told } from '../../lib/told.js';
import { defaultEventTypes, eventLabels, eventsText, eventTypes } from '../../lib/webhook-labels.js';
import { t } from '../../messages/webhooks.js';
import { ChoiceBoxes } from '../../ui/choice-boxes.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import type { Endpoint, EventType } from './api.js';

const urlCharsMax = 2_048;
const descriptionCharsMax = 200;

export interface EndpointDraft {
  url: string;
  description: string;
  /** The events to send; null for the default events. */
  events: readonly EventType[] | null;
}

export const draftOf = (endpoint: Endpoint | null): EndpointDraft => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  events: endpoint?.events ?? null,
});

/** Returns the request body for the form. */
export const bodyOf = ({ url, description, events }: EndpointDraft) => ({
  url: url.trim(),
  description: description.trim() === '' ? null : description.trim(),
  events: events === null ? null : [...events],
});

export const isComplete = ({ events }: EndpointDraft): boolean => events === null || events.length > 0;

export function EndpointFields(props: {
  draft: EndpointDraft;
  onDraft: (draft: EndpointDraft) => void;
  error: unknown;
}) {
  const { draft, onDraft, error } = props;
  return (
    <>
      <TextField
        label={t('url')}
        hint={t('startsWithHttps')}
        type="url"
        required
        maxLength={urlCharsMax}
        value={draft.url}
        error={urlFault(error)}
        onChange={(event) => onDraft({ ...draft, url: event.target.value })}
      />
      <TextField
        label={t('description')}
        hint={t('aNoteForYourTeam')}
        maxLength={descriptionCharsMax}
        value={draft.description}
        error={detailFor(error, 'description')}
        onChange={(event) => onDraft({ ...draft, description: event.target.value })}
      />
      <EventFields events={draft.events} onEvents={(events) => onDraft({ ...draft, events })} />
    </>
  );
}

/**
 * Returns the error message for the URL field. The error about a forbidden URL has no details, so it is recognized by
 * its code.
 */
const urlFault = (error: unknown): Told | undefined =>
  error instanceof ApiError && error.code === 'URL_REJECTED' ? error.told : detailFor(error, 'url');

function EventFields(props: {
  events: EndpointDraft['events'];
  onEvents: (events: EndpointDraft['events']) => void;
}) {
  const { events, onEvents } = props;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{t('eventsToSend')}</legend>
      <ChoiceBox
        label={t('defaultEvents')}
        hint={`${eventsText(null)}.`}
        checked={events === null}
        onChange={(event) => onEvents(event.target.checked ? null : defaultEventTypes)}
      />
      {events !== null && (
        <ChoiceBoxes
          choices={eventTypes.map((type) => ({
            value: type,
            label: eventLabels[type],
            hint: <code>{type}</code>,
          }))}
          picked={events}
          onPicked={onEvents}
        />
      )}
    </fieldset>
  );
}
