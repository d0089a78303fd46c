import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/webhooks.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { useDeleteEndpoint, useSendTest, useUpdateEndpoint, type Endpoint } from './api.js';
import { TestResult } from './delivery-state.js';
import { EditEndpointDialog } from './edit-endpoint-dialog.js';
import { ReplayDialog } from './replay-dialog.js';
import { RotateDialog } from './rotate-dialog.js';

const opens = {
  edit: common('edit'),
  rotate: t('newSecret'),
  replay: t('resendFailedEvents'),
  delete: common('delete'),
} as const;
type Open = keyof typeof opens;

// Ignores the error of an action, because it is shown above the buttons.
const quietly = (work: Promise<void>): void => void work.catch(() => undefined);

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open | null>(null);
  const [sentId, setSentId] = useState<string | null>(null);
  const testing = useSendTest(endpoint.id);
  const switching = useUpdateEndpoint(endpoint.id);
  const isOn = endpoint.status === 'ENABLED';
  const close = (): void => setOpen(null);
  const test = async (): Promise<void> => {
    setSentId((await testing.mutateAsync(undefined)).deliveryId);
  };
  const toggle = async (): Promise<void> => {
    const { status } = await switching.mutateAsync({ status: isOn ? 'DISABLED' : 'ENABLED' });
    showToast(status === 'ENABLED' ? t('theEndpointIsTurnedOn') : t('theEndpointIsTurnedOff'));
  };
  return (
    <section aria-label={t('actions')} className="flex flex-col gap-3">
      <ErrorNote error={testing.error ?? switching.error} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={testing.isPending} onClick={() => quietly(test())}>
          {t('sendATestEvent')}
        </Button>
        <Button busy={switching.isPending} onClick={() => quietly(toggle())}>
          {isOn ? t('turnOff') : t('turnOn')}
        </Button>
        {Object.entries(opens).map(([name, label]) => (
          <Button key={name} onClick={() => setOpen(name as Open)}>
            {label}
          </Button>
        ))}
      </div>
      {sentId !== null && <TestResult key={sentId} endpointId={endpoint.id} deliveryId={sentId} />}
      {open === 'edit' && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateDialog endpointId={endpoint.id} onClose={close} />}
      {open === 'replay' && <ReplayDialog endpointId={endpoint.id} onClose={close} />}
      {open === 'delete' && <DeleteEndpointDialog endpoint={endpoint} onClose={close} />}
    </section>
  );
}

function DeleteEndpointDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const deleting = useDeleteEndpoint(endpoint.id);
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(undefined);
    showToast(t('endpointDeleted'));
    await navigate({ to: `/w/${id}/webhooks` });
  };
  return (
    <ConfirmDialog
      open
      title={t('deleteThisEndpoint')}
      action={common('delete')}
      sending={deleting}
      onClose={onClose}
      onConfirm={remove}
    >
      <p className="wrap-anywhere">{t('nothingMoreWillBeSent', { url: endpoint.url })}</p>
    </ConfirmDialog>
  );
}
