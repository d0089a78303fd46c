import { useState, type ReactNode } from 'react';
import { useWorkspaces } from '../../api/session.js';
import { t } from '../../messages/apps.js';
import { Button } from '../../ui/button.js';
import { ChoiceBoxes } from '../../ui/choice-boxes.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { FieldGroup, SelectField } from '../../ui/field.js';
import { Screen } from '../../ui/screen.js';
import { Skeleton } from '../../ui/states.js';
import { scopeNames, type Scope } from '../../lib/scopes.js';
import { formatSpan } from '../../lib/wording.js';
import { useAllowApp, useAppRequest, type AskingApp, type CheckedRequest } from '../../api/apps.js';

/** Where browsers arrive when an app asks for access. Nothing happens before the user presses a button. */
export function AuthorizeScreen() {
  // The unchanged query, because the router would drop repeated parameters, which the service refuses.
  const [query] = useState(() => globalThis.location.search.slice(1));
  const asked = useAppRequest(query);
  return (
    <Screen title={t('allowAnApp')}>
      {asked.isPending && <Skeleton label={t('loadingTheRequest')} />}
      {asked.isError && <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isSuccess && <Answer checked={asked.data} query={query} />}
    </Screen>
  );
}

function Answer({ checked: { app, redirectTo }, query }: { checked: CheckedRequest; query: string }) {
  if (app !== null) return <Request app={app} query={query} />;
  return redirectTo !== null && <WrongRequest redirectTo={redirectTo} />;
}

/**
 * Explains an invalid request, with a button to return to the app. It never redirects by itself, because an app could
 * otherwise use this page to send people to its own.
 */
function WrongRequest({ redirectTo }: { redirectTo: string }) {
  const { protocol, host, searchParams } = new URL(redirectTo);
  const place = host === '' ? protocol : host;
  const reason = searchParams.get('error_description') ?? searchParams.get('error');
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="alert">{t('wrongRequest')}</p>
      {reason !== null && <p className="text-sm text-muted">{t('toldTheApp', { reason })}</p>}
      <Button onClick={() => globalThis.location.assign(redirectTo)}>{t('backTo', { place })}</Button>
    </div>
  );
}

function Request({ app, query }: { app: AskingApp; query: string }) {
  const [hasLeft, setHasLeft] = useState(false);
  const leave = (url: string): void => {
    setHasLeft(true);
    globalThis.location.assign(url);
  };
  if (hasLeft) return <p role="status">{t('youCanClose')}</p>;
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <AppFacts app={app} />
      <AllowForm app={app} query={query} onLeave={leave} />
    </div>
  );
}

function AppFacts({ app: { name, place, isVerified, resource, returnsTo } }: { app: AskingApp }) {
  const strong = (words: ReactNode) => <strong className="wrap-anywhere">{words}</strong>;
  return (
    <>
      <p dir="auto" className="text-lg">
        {t.rich('asksForAccess', { name, strong })}
      </p>
      {isVerified ? (
        <p>{t.rich('isVerified', { place, strong })}</p>
      ) : (
        <p className="rounded-md bg-warning-soft px-4 py-3 text-warning">{t('isNotVerified')}</p>
      )}
      <p>{t.rich('returnsTo', { place: returnsTo, strong })}</p>
      <p>{resource === 'mcp' ? t('forMcp') : t('forApi')}</p>
    </>
  );
}

type Days = '' | '30' | '90' | '365';

function AllowForm(props: { app: AskingApp; query: string; onLeave: (url: string) => void }) {
  const { app, query, onLeave } = props;
  const workspaces = useWorkspaces();
  const [picked, setPicked] = useState<readonly string[]>(() =>
    workspaces.length === 1 ? workspaces.map(({ id }) => id) : [],
  );
  const [scopes, setScopes] = useState<readonly Scope[]>(app.scopes);
  const [days, setDays] = useState<Days>('90');
  const allowing = useAllowApp();
  const allow = async (): Promise<void> => {
    const reach = { query, workspaceIds: [...picked], scopes: [...scopes] };
    const allowed = await allowing.mutateAsync({ ...reach, ...(days !== '' && { days: Number(days) }) });
    onLeave(allowed.redirectTo);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // The note below shows an error.
        if (!allowing.isPending) void allow().catch(() => undefined);
      }}
    >
      <FieldGroup label={t('workspaces')} hint={picked.length === 0 ? t('chooseAWorkspace') : undefined}>
        <ChoiceBoxes
          choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          picked={picked}
          onPicked={setPicked}
        />
      </FieldGroup>
      <FieldGroup label={t('rights')}>
        <ChoiceBoxes
          choices={scopeNames()
            .filter(({ scope }) => app.scopes.includes(scope))
            .map(({ scope, name }) => ({ value: scope, label: name }))}
          picked={scopes}
          onPicked={setScopes}
        />
      </FieldGroup>
      <DurationField days={days} onDays={setDays} />
      <ErrorNote error={allowing.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          busy={allowing.isPending}
          disabled={picked.length === 0 || scopes.length === 0}
        >
          {t('allow')}
        </Button>
        <Button onClick={() => onLeave(app.refuseUrl)}>{t('refuse')}</Button>
      </div>
    </form>
  );
}

function DurationField({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  return (
    <SelectField
      label={t('duration')}
      hint={t('durationHint')}
      choices={[
        ...([30, 90, 365] as const).map((count) => ({
          value: String(count),
          label: formatSpan(count),
        })),
        { value: '', label: t('untilRevoked') },
      ]}
      value={days}
      onValue={(value) => onDays(value as Days)}
    />
  );
}
