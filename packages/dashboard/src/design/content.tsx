import { FilePenLine } from 'lucide-react';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { DataList, type Column } from '../ui/data-list.js';
import { ErrorState } from '../ui/error-state.js';
import { Facts } from '../ui/facts.js';
import { Progress } from '../ui/progress.js';
import { EmptyState, Skeleton, Spinner } from '../ui/states.js';
import { ToastCard } from '../ui/toast.js';
import { Section } from './section.js';

const nothing = (): void => undefined;
const rows = [
  { name: 'Newsletter', starts: 'f5yZ7ybR', isUsed: true },
  { name: 'Shop', starts: 'q81LxPa0', isUsed: false },
];
const columns: Column<(typeof rows)[number]>[] = [
  { title: 'Name', isName: true, cell: ({ name }) => name },
  { title: 'Starts with', cell: ({ starts }) => starts },
  {
    title: 'State',
    cell: ({ isUsed }) => (
      <Badge label={isUsed ? 'In use' : 'Never used'} tone={isUsed ? 'good' : 'neutral'} />
    ),
  },
  { title: 'Actions', isAction: true, cell: () => <Button>Revoke</Button> },
];

export function Content() {
  return (
    <>
      <Section title="Table">
        <DataList caption="Keys" columns={columns} rows={rows} keyOf={({ name }) => name} />
        <Facts
          facts={[
            ['Created', 'March 24, 2027'],
            ['Members', '3 of 20'],
          ]}
        />
      </Section>
      <Section title="States">
        <EmptyState icon={FilePenLine} title="No drafts" action={<Button look="primary">New post</Button>}>
          Posts that you save as a draft appear here.
        </EmptyState>
        <Skeleton rows={2} />
        <Spinner label="Loading platforms" />
        <Progress label="Upload" value={2} max={5} />
        <ErrorState error={new Error('An example')} onRetry={nothing} />
      </Section>
      <Section title="Toasts">
        {(['good', 'info', 'warning', 'unsure', 'bad'] as const).map((tone) => (
          <ToastCard key={tone} text="Post approved" tone={tone} onDismiss={nothing} />
        ))}
        <ToastCard
          text="Post canceled"
          tone="info"
          action={{ label: 'Undo', run: nothing }}
          onDismiss={nothing}
        />
      </Section>
    </>
  );
}
