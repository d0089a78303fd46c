import type { ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Whether this column contains the name of the row and is its header cell. */
  isName?: boolean;
  /** Whether the column contains buttons. Its title is then only for screen readers. */
  isAction?: boolean;
  /** Whether the column contains numbers, which are aligned at their ends. */
  isNumber?: boolean;
  /** Whether the row has nothing to show here, so that its card leaves the title out, too. */
  isEmpty?: (row: Row) => boolean;
  /** Whether the rows have the order of this column, the largest value first. */
  isSorted?: boolean;
}

/**
 * A table in windows from 768 px. In narrower ones, each row is a card with the titles beside the values. Both use the
 * same markup.
 */
export function DataList<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether the rows of the table are low, for lists that are scanned rather than read. */
  dense?: boolean;
}) {
  const { caption, columns, rows, keyOf, dense = false } = props;
  return (
    <table className="block w-full border-separate border-spacing-0 md:table md:overflow-hidden md:rounded-lg md:border md:border-line md:bg-surface">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th
              key={column.title}
              scope="col"
              {...(column.isSorted === true && { 'aria-sort': 'descending' as const })}
              className={`border-b border-line px-3 py-2 md:max-lg:px-2 text-sm font-medium text-muted ${column.isNumber === true ? 'text-right' : 'text-left'}`}
            >
              {column.isAction === true ? <span className="sr-only">{column.title}</span> : column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="flex flex-col gap-3 md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={`${dense ? 'flex flex-wrap items-center' : 'block'} rounded-lg border border-line bg-surface p-3 md:table-row md:border-0 md:last:*:border-b-0`}
          >
            {columns.map((column) => (
              <DataCell key={column.title} column={column} row={row} dense={dense} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DataCell<Row>({ column, row, dense }: { column: Column<Row>; row: Row; dense: boolean }) {
  const kind = column.isNumber === true ? 'inline-block tabular-nums md:text-right' : 'block';
  const shared = `${kind} min-w-0 px-3 py-1.5 md:table-cell md:border-b md:border-line md:max-lg:px-2 ${dense ? '' : 'md:py-3'}`;
  // In the card of a low row, the buttons are beside the name.
  const place =
    column.isName === true
      ? 'min-w-44 flex-1 md:min-w-0'
      : column.isAction === true
        ? 'order-1'
        : 'order-2 w-full md:w-auto';
  if (column.isName === true) {
    return (
      <th scope="row" className={`${shared} ${dense ? place : ''} text-left font-semibold wrap-break-word`}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td
      className={`${shared} ${dense ? place : ''} wrap-break-word ${column.isAction === true ? 'md:text-right' : ''} ${column.isEmpty?.(row) === true ? 'max-md:hidden' : ''}`}
    >
      {column.isAction !== true && (
        <span aria-hidden className="mr-2 text-sm text-muted md:hidden">
          {column.title}:
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}
