import { useState } from 'react';
import { Button } from '../ui/button.js';
import { CopyField } from '../ui/copy-field.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { DialogForm } from '../ui/form.js';
import { Menu } from '../ui/menu.js';
import { Picker } from '../ui/picker.js';
import { Sheet } from '../ui/sheet.js';
import { Row, Section } from './section.js';

const nothing = (): void => undefined;
const idle = { isPending: false, error: null };
type Popup = 'dialog' | 'question' | 'sheet';

export function Popups() {
  const [open, setOpen] = useState<Popup | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Section title="Not compared as a whole">
      <CopyField label="Link, in a typeface of the system" value="https://punctual.example/join" />
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
        <Button onClick={() => setOpen('question')}>Open the question</Button>
        <Button onClick={() => setOpen('sheet')}>Open the sheet</Button>
        <Menu
          label="Actions for Newsletter"
          items={[
            { label: 'Rename', onSelect: nothing },
            { label: 'Copy', onSelect: nothing, disabled: true },
            { label: 'Revoke', onSelect: nothing, danger: true },
          ]}
        />
        <Picker
          trigger="Assign"
          searchLabel="Find a member"
          items={[{ value: 'ada', label: 'Ada Lovelace', detail: 'Owner' }]}
          empty="There are no members."
          onPick={nothing}
          action={{ label: 'Invite members', onSelect: nothing }}
        />
      </Row>
      <Dialog open={open === 'dialog'} onClose={close} title="Create a key" description="It works at once.">
        <DialogForm action="Create" sending={idle} onSubmit={() => Promise.resolve(close())} onCancel={close}>
          <TextField label="Name" />
        </DialogForm>
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        title="Revoke “Newsletter”?"
        action="Revoke"
        onConfirm={close}
        onClose={close}
      >
        <p>Programs that use this key are refused at once.</p>
      </ConfirmDialog>
      {open === 'sheet' && (
        <Sheet title="The harbor opens at nine" onClose={close}>
          <p>The card of one item, with its actions.</p>
          <Button look="primary">Open post</Button>
        </Sheet>
      )}
    </Section>
  );
}
