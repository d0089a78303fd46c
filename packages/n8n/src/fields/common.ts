import type { INodeProperties } from 'n8n-workflow';

type Option = { name: string; value: string; action: string; description?: string };

/** The choice between the operations of a resource. */
export const operationField = (resource: string, options: Option[]): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: options[0]?.value ?? '',
});

/** Shows fields for some operations of a resource only. */
export const shownFor = (
  resource: string,
  operation: string[],
  fields: INodeProperties[],
): INodeProperties[] =>
  fields.map((field) => ({
    ...field,
    displayOptions: { show: { resource: [resource], operation, ...field.displayOptions?.show } },
  }));

const fieldOf =
  (type: INodeProperties['type']) =>
  (displayName: string, name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
    displayName,
    name,
    type,
    default: '',
    ...more,
  });

export const textField = fieldOf('string');
export const timeField = fieldOf('dateTime');

export const workspaceField: INodeProperties = {
  displayName: 'Workspace Name or ID',
  name: 'workspaceId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getWorkspaces' },
  default: '',
};

/** A choice of several fixed values, with the names that the API has for them. */
export const choiceField = (
  displayName: string,
  name: string,
  values: readonly string[],
): INodeProperties => ({
  displayName,
  name,
  type: 'multiOptions',
  options: values.map((value) => ({ name: titleOf(value), value })),
  default: [],
});

const titleOf = (value: string): string =>
  value.length === 1
    ? value
    : value
        .toLowerCase()
        .split('_')
        .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
        .join(' ');

export const platforms = [
  'BLUESKY',
  'FACEBOOK_PAGE',
  'INSTAGRAM',
  'LINKEDIN_COMPANY',
  'LINKEDIN_PERSON',
  'PINTEREST',
  'THREADS',
  'TIKTOK_BUSINESS',
  'TIKTOK_PERSONAL',
  'X',
  'YOUTUBE',
] as const;

export const accountFilter: INodeProperties = {
  displayName: 'Account Name or ID',
  name: 'socialAccountId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getAccounts' },
  default: '',
};

/** Makes the fields for the length of a list, and for its filters. */
export const listFields = (resource: string, filters: INodeProperties[]): INodeProperties[] =>
  shownFor(
    resource,
    ['getAll'],
    [
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        default: false,
        description: 'Whether to return all results or only up to a given limit',
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 50,
        displayOptions: { show: { returnAll: [false] } },
        description: 'Max number of results to return',
      },
      {
        displayName: 'Filters',
        name: 'filters',
        type: 'collection',
        placeholder: 'Add Filter',
        default: {},
        options: filters,
      },
    ],
  );
