/** The part of JSON Schema with which the API is described. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: string;
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** A type, as each language writes it in its own way. */
export type Shape =
  | { kind: 'string' | 'time' | 'integer' | 'number' | 'boolean' | 'any' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'list' | 'map'; of: Shape }
  | { kind: 'nullable'; of: Shape }
  | { kind: 'union'; of: readonly Shape[] }
  | { kind: 'named'; name: string };

export interface Field {
  /** The name of the field in JSON. */
  name: string;
  shape: Shape;
  isRequired: boolean;
}

export type Definition = { name: string; about: string } & (
  | { kind: 'object'; fields: readonly Field[] }
  | { kind: 'values'; values: readonly string[] }
  | { kind: 'alias'; of: Shape }
);

/** The schema itself, or the one that it refers to. */
export function resolved(schema: Schema, components: Readonly<Record<string, Schema>>): Schema {
  return schema.$ref === undefined ? schema : (components[nameOfRef(schema.$ref)] ?? {});
}

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
/** The schema of an error describes its body; the languages have an error of that name, too. */
const definitionName = (component: string): string =>
  component.endsWith('Error') ? `${component}Body` : component;
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));
const isNullType = (schema: Schema): boolean => schema.type === 'null';
const isObject = (schema: Schema): boolean => typesOf(schema).includes('object') && 'properties' in schema;

/** The names of an object's fields, and which are required. Objects are compared by these. */
const signatureOf = ({ properties = {}, required = [] }: Schema): string =>
  JSON.stringify([Object.keys(properties).sort(), [...required].sort()]);
/** With fewer fields, two objects may look the same by chance. */
const sameFieldsMin = 4;

/** Collects the definitions of all schemas that it is asked for, and gives names to those that have none. */
export class Catalog {
  readonly definitions = new Map<string, Definition>();
  private readonly components: Readonly<Record<string, Schema>>;
  private readonly bySignature: ReadonlyMap<string, string>;
  private readonly byValues = new Map<string, string>();

  constructor(components: Readonly<Record<string, Schema>>) {
    this.components = components;
    this.bySignature = new Map(
      Object.entries(components).flatMap(([name, schema]) =>
        isObject(schema) && Object.keys(schema.properties ?? {}).length >= sameFieldsMin
          ? [[signatureOf(schema), name] as const]
          : [],
      ),
    );
  }

  /** The shape of a schema. `suggested` is its name if it needs one of its own. */
  shapeOf(schema: Schema, suggested: string): Shape {
    if (schema.$ref !== undefined) return this.component(nameOfRef(schema.$ref));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined) return this.union(alternatives, suggested);
    if (schema.allOf !== undefined) return this.whole(schema.allOf, suggested, schema.description);
    const types = typesOf(schema);
    const isNullable = types.includes('null') || (schema.enum?.includes(null) ?? false);
    const plain = this.plain(schema, types.find((type) => type !== 'null') ?? 'any', suggested);
    return isNullable && plain.kind !== 'any' ? { kind: 'nullable', of: plain } : plain;
  }

  private plain(schema: Schema, type: string, suggested: string): Shape {
    if (schema.const !== undefined) return { kind: 'literal', value: schema.const };
    if (schema.enum !== undefined) return this.values(schema.enum, suggested);
    if (type === 'array') return { kind: 'list', of: this.shapeOf(schema.items ?? {}, suggested) };
    if (type === 'object') return this.objectOrMap(schema, suggested);
    if (type === 'string') return { kind: schema.format === 'date-time' ? 'time' : 'string' };
    return type === 'integer' || type === 'number' || type === 'boolean' ? { kind: type } : { kind: 'any' };
  }

  private component(component: string): Shape {
    const schema = this.components[component];
    if (schema === undefined) throw new Error(`The API description has no schema ${component}.`);
    const name = definitionName(component);
    const named: Shape = { kind: 'named', name };
    const shape: Shape = typesOf(schema).includes('null') ? { kind: 'nullable', of: named } : named;
    if (this.definitions.has(name)) return shape;
    const about = schema.description ?? '';
    // Reserves the place first, so that schemas that contain themselves do not recurse endlessly, and the order is that
    // of the description.
    this.definitions.set(name, { name, about, kind: 'alias', of: { kind: 'any' } });
    this.definitions.set(name, this.definition(schema, name, about));
    return shape;
  }

  private definition(schema: Schema, name: string, about: string): Definition {
    if (isObject(schema)) return { name, about, kind: 'object', fields: this.fieldsOf(schema, name) };
    if (schema.allOf !== undefined && schema.allOf.length > 1)
      return { name, about, kind: 'object', fields: this.merged(schema.allOf, name) };
    const strings = schema.enum?.filter((value) => typeof value === 'string');
    if (strings !== undefined && strings.length > 1) return { name, about, kind: 'values', values: strings };
    const alternatives = schema.anyOf ?? schema.oneOf;
    const of =
      alternatives === undefined
        ? this.shapeOf(schema, `${name}Value`)
        : this.union(alternatives, `${name}Value`);
    return { name, about, kind: 'alias', of };
  }

  private objectOrMap(schema: Schema, suggested: string): Shape {
    if (!isObject(schema)) {
      const values = schema.additionalProperties;
      const of: Shape = typeof values === 'object' ? this.shapeOf(values, suggested) : { kind: 'any' };
      return { kind: 'map', of };
    }
    const same = this.bySignature.get(signatureOf(schema));
    const shape = same === undefined ? undefined : this.component(same);
    if (shape !== undefined) return shape.kind === 'nullable' ? shape.of : shape;
    if (!this.definitions.has(suggested)) {
      const about = schema.description ?? '';
      this.definitions.set(suggested, { name: suggested, about, kind: 'object', fields: [] });
      const fields = this.fieldsOf(schema, suggested);
      this.definitions.set(suggested, { name: suggested, about, kind: 'object', fields });
    }
    return { kind: 'named', name: suggested };
  }

  private fieldsOf(schema: Schema, parent: string): Field[] {
    const required = new Set(schema.required);
    return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      shape: this.shapeOf(property, name === 'platform' ? 'Platform' : parent + capitalized(name)),
      isRequired: required.has(name),
    }));
  }

  private merged(parts: readonly Schema[], parent: string): Field[] {
    const whole = parts.map((part) => resolved(part, this.components));
    return whole.flatMap((part) =>
      part.allOf === undefined ? this.fieldsOf(part, parent) : this.merged(part.allOf, parent),
    );
  }

  /** Returns the shape of a reference with its own description, or of an object that is given in parts. */
  private whole(parts: readonly Schema[], suggested: string, about = ''): Shape {
    const real = parts.filter((part) => part.$ref !== undefined || isObject(part));
    const [only] = real;
    if (real.length === 1 && only !== undefined) return this.shapeOf(only, suggested);
    if (!this.definitions.has(suggested)) {
      const fields = this.merged(real, suggested);
      this.definitions.set(suggested, { name: suggested, about, kind: 'object', fields });
    }
    return { kind: 'named', name: suggested };
  }

  private union(alternatives: readonly Schema[], suggested: string): Shape {
    const real = alternatives.filter((each) => !isNullType(each));
    const shapes = real.map((each) => this.shapeOf(each, suggested));
    const distinct = shapes.filter(
      (shape, index) =>
        shapes.findIndex((other) => JSON.stringify(other) === JSON.stringify(shape)) === index,
    );
    const [only] = distinct;
    const shape: Shape = distinct.length === 1 && only !== undefined ? only : { kind: 'union', of: distinct };
    return real.length < alternatives.length ? { kind: 'nullable', of: shape } : shape;
  }

  /** Equal lists of values share one name, wherever they occur. */
  private values(all: readonly unknown[], suggested: string): Shape {
    const values = all.filter((value) => value !== null);
    const [only] = values;
    if (values.length === 1 && isScalar(only)) return { kind: 'literal', value: only };
    const strings = values.filter((value) => typeof value === 'string');
    if (strings.length < values.length) return { kind: 'any' };
    const key = strings.join(',');
    const known = this.byValues.get(key);
    if (known !== undefined) return { kind: 'named', name: known };
    if (this.definitions.has(suggested)) throw new Error(`Two definitions would be named ${suggested}.`);
    this.byValues.set(key, suggested);
    this.definitions.set(suggested, { name: suggested, about: '', kind: 'values', values: strings });
    return { kind: 'named', name: suggested };
  }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The names of all definitions that a shape leads to. */
export function reachedFrom(catalog: Catalog, shapes: readonly Shape[]): Set<string> {
  const reached = new Set<string>();
  const visit = (shape: Shape): void => {
    if (shape.kind === 'list' || shape.kind === 'map' || shape.kind === 'nullable') visit(shape.of);
    else if (shape.kind === 'union') shape.of.forEach(visit);
    else if (shape.kind === 'named' && !reached.has(shape.name)) {
      reached.add(shape.name);
      const definition = catalog.definitions.get(shape.name);
      if (definition?.kind === 'object') definition.fields.forEach((field) => visit(field.shape));
      else if (definition?.kind === 'alias') visit(definition.of);
    }
  };
  shapes.forEach(visit);
  return reached;
}
