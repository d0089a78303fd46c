import { ChevronLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { shownStateLabels } from '../lib/labels.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { IconButton } from '../ui/icon-button.js';
import { KeyCaps } from '../ui/key-caps.js';
import { Segments } from '../ui/segments.js';
import { Tabs } from '../ui/tabs.js';
import { Row, Section } from './section.js';

const looks = ['primary', 'plain', 'danger', 'quiet'] as const;
const views = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
];
const nothing = (): void => undefined;

export function Actions() {
  const [view, setView] = useState('month');
  const [tab, setTab] = useState('one');
  return (
    <>
      <Section title="Buttons">
        {looks.map((look) => (
          <Row key={look}>
            <Button look={look}>Schedule</Button>
            <Button look={look}>
              <Plus className="size-4.5" />
              With an icon
            </Button>
            <Button look={look} busy>
              Busy
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
          </Row>
        ))}
        <Row>
          <IconButton label="Previous month" icon={ChevronLeft} onClick={nothing} />
          <KeyCaps keys="Mod+k" />
          <KeyCaps keys="ArrowLeft" />
          <Segments label="View" choices={views} value={view} onValue={setView} />
        </Row>
      </Section>
      <Section title="Badges and tabs">
        <Row>
          {Object.values(shownStateLabels).map((state) => (
            <Badge key={state.label} {...state} />
          ))}
        </Row>
        <Tabs
          label="Examples"
          value={tab}
          onValue={setTab}
          tabs={[
            { value: 'one', label: 'Connected', content: 'The content of the first tab.' },
            { value: 'two', label: 'Available', content: 'The content of the second tab.' },
          ]}
        />
      </Section>
    </>
  );
}
