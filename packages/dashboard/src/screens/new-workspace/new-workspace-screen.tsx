import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, detailFor } from '../../api/errors.js';
import { useSession, useWorkspaces } from '../../api/session.js';
import { t } from '../../messages/new-workspace.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Screen } from '../../ui/screen.js';
import { NoPermission } from '../../ui/states.js';
import { useCreateWorkspace } from './api.js';

const nameCharsMax = 100;

/** Creates a workspace. A user who has none starts here. */
export function NewWorkspaceScreen() {
  const { user } = useSession();
  const isFirst = useWorkspaces().length === 0;
  return (
    <Screen title={isFirst ? t('createYourFirstWorkspace') : t('newWorkspace')}>
      {user.mayCreateWorkspaces ? (
        <>
          <p className="max-w-prose text-muted">{t('aWorkspaceHasItsOwn')}</p>
          <NewWorkspaceForm />
        </>
      ) : (
        <NoPermission>{t('askAnOperatorOfThis')}</NoPermission>
      )}
    </Screen>
  );
}

function NewWorkspaceForm() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [acceptPaidAddOn, setAccept] = useState(false);
  const creating = useCreateWorkspace();
  const costs =
    creating.error instanceof ApiError && creating.error.code === 'WORKSPACE_REQUIRES_PAID_ADD_ON';
  return (
    <Form
      className="flex max-w-md flex-col items-start gap-4"
      onSubmit={async () => {
        const { id } = await creating.mutateAsync({ name, ...(acceptPaidAddOn && { acceptPaidAddOn }) });
        await navigate({ to: `/w/${id}` });
      }}
    >
      <TextField
        label={t('name')}
        required
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(creating.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      {(costs || acceptPaidAddOn) && (
        <ChoiceBox
          label={t('buyTheMonthlyAddOn')}
          checked={acceptPaidAddOn}
          onChange={(event) => setAccept(event.target.checked)}
        />
      )}
      <ErrorNote error={creating.error} fields={['name']} />
      <Button type="submit" look="primary" busy={creating.isPending}>
        {t('createWorkspace')}
      </Button>
    </Form>
  );
}
