import { createHash, randomUUID } from 'node:crypto';
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { call, list, type Request } from './request.js';

/** The part of luxon, which n8n offers to expressions, that this file uses. */
interface Luxon {
  fromISO: (text: string, options: { zone: string }) => { toUTC: () => { toISO: () => string | null } };
}

/** One item in one run of the node, with the node's parameters for it. */
export class Call {
  readonly functions: IExecuteFunctions;
  readonly itemIndex: number;

  constructor(functions: IExecuteFunctions, itemIndex: number) {
    [this.functions, this.itemIndex] = [functions, itemIndex];
  }

  value(name: string): unknown {
    return this.functions.getNodeParameter(name, this.itemIndex);
  }

  text(name: string): string {
    return String(this.value(name)).trim();
  }

  /** The fields of a collection that were added, without those that are empty. */
  fields(name: string): IDataObject {
    const given = this.functions.getNodeParameter(name, this.itemIndex, {}) as IDataObject;
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null));
  }

  /** Returns a time in the format of the API. Without a time zone, it is in the time zone of the workflow. */
  time(value: unknown): string {
    const { DateTime } = this.functions.getWorkflowDataProxy(this.itemIndex) as unknown as {
      DateTime: Luxon;
    };
    const time = DateTime.fromISO(String(value), { zone: this.functions.getTimezone() });
    return time.toUTC().toISO() ?? this.refuse(`"${String(value)}" is not a time.`);
  }

  refuse(message: string): never {
    throw new NodeOperationError(this.functions.getNode(), message, { itemIndex: this.itemIndex });
  }

  get<Body extends object = IDataObject>(path: string): Promise<Body> {
    return this.request({ method: 'GET', path });
  }

  /** Sends a POST that takes effect once, however often n8n tries this item. */
  post<Body extends object = IDataObject>(
    path: string,
    options: Pick<Request, 'body' | 'query'> = {},
  ): Promise<Body> {
    return this.request({ method: 'POST', path, ...options, idempotencyKey: this.onceKey(path) });
  }

  request<Body extends object = IDataObject>(request: Request): Promise<Body> {
    return call(this.functions, { ...request, itemIndex: this.itemIndex });
  }

  list(path: string, query: IDataObject): Promise<IDataObject[]> {
    const itemsMax = this.value('returnAll') === true ? Infinity : Number(this.value('limit'));
    return list(this.functions, path, { query, itemsMax, itemIndex: this.itemIndex });
  }

  /**
   * Names what this item does in this run of the node. "Retry On Fail" runs all items again, also those that succeeded,
   * with the same execution and run index. A loop has another run index each time. Ids of executions are numbers that
   * other installations of n8n have, too, so the installation and the workflow are part of it.
   */
  onceKey(step: string): string {
    const { functions, itemIndex } = this;
    const executionId = functions.getExecutionId() as string | undefined;
    const { $runIndex } = functions.getWorkflowDataProxy(itemIndex) as { $runIndex?: number };
    const parts = [
      functions.getInstanceId(),
      functions.getWorkflow().id,
      executionId ?? randomUUID(),
      functions.getNode().id,
      $runIndex,
      itemIndex,
      step,
    ];
    return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
  }
}
