import { useState } from 'react';
import { ComboboxField } from '../ui/combobox.js';
import { DateField, TimeField } from '../ui/date-field.js';
import { ChoiceBox, SelectField, TextArea, TextField } from '../ui/field.js';
import { Select } from '../ui/select.js';
import { Section } from './section.js';

const zones = ['Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'Asia/Dubai', 'Asia/Tokyo', 'UTC'].map(
  (value) => ({ value, label: value.replaceAll('_', ' ') }),
);

export function Fields() {
  const [zone, setZone] = useState('Europe/Berlin');
  const [date, setDate] = useState('2027-03-24');
  const [time, setTime] = useState('18:30');
  const [role, setRole] = useState('two');
  const roles = [
    { value: 'one', label: 'Admin' },
    { value: 'two', label: 'Editor' },
  ];
  return (
    <Section title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" hint="Only members see it." defaultValue="Harbor News" />
        <TextField label="Email" error="Enter an email address." defaultValue="ada@" />
        <TextField label="Empty" placeholder="Nothing yet" />
        <TextField label="Disabled" disabled defaultValue="Harbor News" />
        <SelectField label="Select" choices={roles} value={role} onValue={setRole} />
        <ComboboxField label="Combobox" choices={zones} value={zone} onValue={setZone} />
        <DateField label="Date" value={date} onValue={setDate} />
        <TimeField label="Time" value={time} onValue={setTime} />
        <Select label="Select without a label" items={roles} value={role} onValue={setRole} />
        <Select label="Nothing chosen" items={roles} value={null} onValue={setRole} />
        <TextArea label="Text" rows={3} defaultValue="The harbor opens at nine." />
        <div className="flex flex-col gap-3">
          <ChoiceBox label="Require approval" hint="An editor cannot publish alone." defaultChecked />
          <ChoiceBox type="radio" name="which" label="The first" defaultChecked />
          <ChoiceBox type="radio" name="which" label="The second" />
        </div>
      </div>
    </Section>
  );
}
