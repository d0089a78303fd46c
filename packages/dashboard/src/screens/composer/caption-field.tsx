import { TextArea } from '../../ui/field.js';
import { Counter } from './counter.js';
import { accountName, saidOf, type Form } from './form.js';
import { Notes } from './said.js';

const captionRows = 6;

/** A field for the text that all accounts share, except those that have their own. */
export function CaptionField({ form }: { form: Form }) {
  const { draft } = form;
  const sharing = draft.targets.filter(({ caption }) => caption === null);
  const own = new Set(
    draft.targets.filter(({ caption }) => caption !== null).map(({ accountId }) => accountId),
  );
  const said = saidOf(form, 'caption', {
    matches: ({ accountId }) => accountId === null || !own.has(accountId),
  });
  return (
    <TextArea
      label="Text"
      rows={captionRows}
      value={draft.caption}
      error={said.error}
      hint={
        <>
          {sharing.map(({ accountId, platform, options }) => {
            const info = form.platforms.get(platform);
            return (
              info !== undefined && (
                <Counter
                  key={accountId}
                  name={accountName(form, accountId)}
                  text={draft.caption}
                  platform={info}
                  options={options}
                />
              )
            );
          })}
          <Notes notes={said.notes} />
        </>
      }
      onChange={({ target }) => {
        const caption = target.value;
        form.update((current) => ({ ...current, caption }));
      }}
    />
  );
}
