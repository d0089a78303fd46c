import type { z } from '@hono/zod-openapi';
import type { Scope } from '../../domain/scopes.js';
import type { RequestContext } from '../../services/shared/context.js';
import { parseWith } from '../errors/validation.js';
import type { Operation } from '../openapi/operation.js';

/** The hints about a tool, by which clients decide whether to ask a person before each call. */
interface ToolHints {
  /** Whether the tool changes nothing. */
  readOnly: boolean;
  /** Whether the tool can undo or replace something, or make something public, which cannot be taken back. */
  destructive: boolean;
  /** Whether a repeated call with the same arguments changes nothing more. */
  idempotent: boolean;
  /** Whether others can see the effect, such as a reply on a platform. */
  openWorld: boolean;
}

interface ToolCard {
  name: string;
  title: string;
  description: string;
  hints: ToolHints;
}

/** A tool that is one operation of the API. */
export interface OperationTool extends ToolCard {
  operation: Operation;
  /**
   * The arguments that the operation does not have under that name, and those that only the tool requires. All other
   * arguments are the operation's query parameters and the fields of its body.
   */
  own: z.ZodObject;
  /** The argument that takes the place of `id` in the operation's path. */
  idArgument?: string;
  /** Refuses a call that programs may make and agents may not. Gets the id that `idArgument` names. */
  refuse?: (ctx: RequestContext, id: string, args: Record<string, unknown>) => Promise<void>;
  /** Fields of the body that the tool does not have, each with advice on what to do instead. */
  leavesOut?: Readonly<Record<string, string>>;
  /** A second operation on the same resource: if the argument is true, it follows the success of the first. */
  then?: { argument: string; operation: Operation; bodyOf: (result: object) => Record<string, unknown> };
  /** The component that describes the body, for an operation that accepts several shapes. */
  bodyComponent?: string;
}

/** A tool for which the API has no single operation. It only reads. */
export interface OwnTool extends ToolCard {
  /** The scope that a limited key needs. Absent: none. */
  scope?: Scope;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (ctx: RequestContext, sent: unknown) => Promise<object>;
}

export type Tool = OperationTool | OwnTool;

export const isOperationTool = (tool: Tool): tool is OperationTool => 'operation' in tool;

/** The operations that a tool calls. */
export const operationsOf = ({ operation, then }: OperationTool): Operation[] =>
  then === undefined ? [operation] : [operation, then.operation];

/** Whether a caller has the scope without which every call of the tool is refused. */
export function isUsable(tool: Tool, { actor }: Pick<RequestContext, 'actor'>): boolean {
  const limit = actor.kind === 'apiKey' ? actor.scopes : undefined;
  const anyOf = isOperationTool(tool) ? scopesOf(tool.operation) : [tool.scope ?? []].flat();
  return limit === undefined || anyOf.length === 0 || anyOf.some((scope) => limit.has(scope as Scope));
}

const scopesOf = ({ route: { security = [] } }: Operation): string[] =>
  security.flatMap((scheme) => scheme['bearer'] ?? []);

/** Defines a tool of our own. Its arguments are parsed like the body of a request. */
export function ownTool<I extends z.ZodObject, O extends z.ZodObject>(
  card: Omit<ToolCard, 'hints'> & {
    scope?: Scope;
    input: I;
    output: O;
    run: (ctx: RequestContext, input: z.output<I>) => z.input<O> | Promise<z.input<O>>;
  },
): OwnTool {
  return {
    ...card,
    hints: readOnly,
    run: async (ctx, sent) => card.run(ctx, parseWith(card.input, sent)),
  };
}

/** The hints of a tool that only reads. */
export const readOnly: ToolHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/**
 * The hints of a tool that changes something. By default, the tool only adds something, and a repeated call adds it
 * again.
 */
export const changes = (hints: Partial<Omit<ToolHints, 'readOnly'>> = {}): ToolHints => ({
  readOnly: false,
  destructive: false,
  idempotent: false,
  openWorld: false,
  ...hints,
});
