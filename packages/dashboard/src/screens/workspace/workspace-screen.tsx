import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { roleLabels } from '../../lib/role-labels.js';
import { t } from '../../messages/workspace.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Facts } from '../../ui/facts.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Screen } from '../../ui/screen.js';
import { useUpdateWorkspace, type UpdateWorkspace } from './api.js';
import { BrandForm } from './brand-form.js';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.js';
import { PlanFacts } from './plan-facts.js';

const nameCharsMax = 100;
const slugCharsMax = 63;

/** Shows the workspace's name, rules, brand and plan, and lets its owner delete it. */
export function WorkspaceScreen() {
  const { id } = useWorkspace();
  const mayManage = useMay('manageWorkspace');
  const mayDelete = useMay('deleteWorkspace');
  return (
    <Screen title={t('workspace')}>
      {mayManage ? <WorkspaceForm key={id} /> : <WorkspaceFacts />}
      {mayManage && <BrandForm key={`${id} brand`} />}
      <PlanFacts />
      {mayDelete && <DangerZone />}
    </Screen>
  );
}

function WorkspaceFacts() {
  const { name, slug, requireApproval, role, createdAt } = useWorkspace();
  return (
    <Facts
      facts={[
        [t('name'), name],
        [t('shortName'), slug],
        [t('approval'), requireApproval ? t('postsNeedApproval') : t('postsDoNotNeedApproval')],
        [t('yourRole'), roleLabels[role]],
        [t('created'), <DateTime key="made" at={createdAt} dayOnly />],
      ]}
    />
  );
}

function WorkspaceForm() {
  const workspace = useWorkspace();
  // Only changed fields are kept and sent, so that changes by others are not overwritten.
  const [touched, setTouched] = useState<UpdateWorkspace>({});
  const { name, slug, requireApproval } = { ...workspace, ...touched };
  const updating = useUpdateWorkspace();
  const save = async (): Promise<void> => {
    await updating.mutateAsync(touched);
    setTouched((now) => (now === touched ? {} : now));
    showToast(t('saved'));
  };
  return (
    <Form className="flex max-w-xl flex-col gap-4" onSubmit={save}>
      <TextField
        label={t('name')}
        required
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(updating.error, 'name')}
        onChange={(event) => setTouched({ ...touched, name: event.target.value })}
      />
      <TextField
        label={t('shortName')}
        hint={t('lowercaseLettersDigitsAndHyphens')}
        required
        maxLength={slugCharsMax}
        value={slug}
        error={detailFor(updating.error, 'slug')}
        onChange={(event) => setTouched({ ...touched, slug: event.target.value })}
      />
      <ChoiceBox
        label={t('requireApprovalForPosts')}
        hint={t('postsScheduledAfterThisChange')}
        checked={requireApproval}
        onChange={(event) => setTouched({ ...touched, requireApproval: event.target.checked })}
      />
      <ErrorNote error={updating.error} fields={['name', 'slug']} />
      <Button type="submit" look="primary" busy={updating.isPending} className="self-start">
        {t('save')}
      </Button>
    </Form>
  );
}

function DangerZone() {
  const [deleting, setDeleting] = useState(false);
  return (
    <section
      aria-labelledby="end-title"
      className="flex flex-col items-start gap-3 border-t border-line pt-6"
    >
      <h2 id="end-title" className="text-xl font-semibold">
        {t('deleteWorkspace')}
      </h2>
      <p className="max-w-prose text-muted">{t('itsPostsAreCanceledAnd')}</p>
      <Button look="danger" onClick={() => setDeleting(true)}>
        {t('deleteWorkspace')}
      </Button>
      {deleting && <DeleteWorkspaceDialog onClose={() => setDeleting(false)} />}
    </section>
  );
}
