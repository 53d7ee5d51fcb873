"use strict";
// JSON Schema 2020-12, the subset that reference/schema.md lists. What is not in it is refused, never passed over.

const { Num, equal, escapeToken, write } = require("./json_text.js");

const ANNOTATIONS = new Set(
  "$schema $id $comment $anchor $defs definitions title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType contentSchema".split(" "),
);
const TYPES = ["null", "boolean", "object", "array", "number", "string", "integer"];

/** The schema itself cannot be used. */
class SchemaError extends Error {}

function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Map) return "object";
  return value instanceof Num ? "number" : typeof value;
}

const one = (keyword, message) => (message === null ? [] : [{ keyword, message }]);
const asNum = (count) => new Num(String(count));
const length = (text) => [...text].length;

/** Keywords that look at one value alone: (value, argument) → a message or null. `kind` is the type that they are about. */
const SIMPLE = {
  type: ["any", (value, wanted) => (hasType(value, wanted) ? null : `is ${typeOf(value)}, and ${write(wanted)} is wanted`)],
  enum: ["any", (value, list) => (list.some((entry) => equal(entry, value)) ? null : `is none of ${write(list)}`)],
  const: ["any", (value, wanted) => (equal(value, wanted) ? null : `is not ${write(wanted)}`)],
  minimum: ["number", (value, limit) => (value.compare(limit) >= 0 ? null : `is less than ${limit.raw}`)],
  exclusiveMinimum: ["number", (value, limit) => (value.compare(limit) > 0 ? null : `is not more than ${limit.raw}`)],
  maximum: ["number", (value, limit) => (value.compare(limit) <= 0 ? null : `is more than ${limit.raw}`)],
  exclusiveMaximum: ["number", (value, limit) => (value.compare(limit) < 0 ? null : `is not less than ${limit.raw}`)],
  multipleOf: ["number", (value, unit) => (isMultiple(value, unit) ? null : `is no multiple of ${unit.raw}`)],
  minLength: ["string", (value, limit) => atLeast(length(value), limit, "characters")],
  maxLength: ["string", (value, limit) => atMost(length(value), limit, "characters")],
  pattern: ["string", (value, pattern) => (regex(pattern).test(value) ? null : `does not match the pattern ${JSON.stringify(pattern)}`)],
  minItems: ["array", (value, limit) => atLeast(value.length, limit, "items")],
  maxItems: ["array", (value, limit) => atMost(value.length, limit, "items")],
  uniqueItems: ["array", (value, wanted) => (wanted ? repeated(value) : null)],
  minProperties: ["object", (value, limit) => atLeast(value.size, limit, "properties")],
  maxProperties: ["object", (value, limit) => atMost(value.size, limit, "properties")],
};

function hasType(value, wanted) {
  const types = Array.isArray(wanted) ? wanted : [wanted];
  const unknown = types.find((type) => !TYPES.includes(type));
  if (unknown !== undefined) throw new SchemaError(`type ${write(unknown)} is none of ${TYPES.join(", ")}`);
  return types.includes(typeOf(value)) || (types.includes("integer") && value instanceof Num && value.isInteger);
}

const atLeast = (size, limit, what) => (asNum(size).compare(limit) >= 0 ? null : `has ${size} ${what}, fewer than ${limit.raw}`);
const atMost = (size, limit, what) => (asNum(size).compare(limit) <= 0 ? null : `has ${size} ${what}, more than ${limit.raw}`);

function regex(pattern) {
  try {
    return new RegExp(pattern, "u");
  } catch {
    throw new SchemaError(`pattern ${JSON.stringify(pattern)} is not a regular expression`);
  }
}

/** Exactly, in whole numbers; an exponent that would fill the memory is refused. */
function isMultiple(value, unit) {
  if (unit.sign <= 0) throw new SchemaError("multipleOf must be more than 0");
  if (value.sign === 0) return true;
  const shift = value.scale < unit.scale ? value.scale : unit.scale;
  if (value.scale - shift > 5000n || unit.scale - shift > 5000n) throw new SchemaError(`multipleOf ${unit.raw} cannot be checked for ${value.raw}`);
  const whole = (number) => BigInt(number.digits) * 10n ** (number.scale - shift);
  return whole(value) % whole(unit) === 0n;
}

function repeated(items) {
  for (let later = 1; later < items.length; later += 1) {
    const first = items.slice(0, later).findIndex((item) => equal(item, items[later]));
    if (first >= 0) return `has the same item at ${first} and ${later}`;
  }
  return null;
}

/** One validation: the errors it found, each with where in the data and where in the schema. */
class Checker {
  constructor(root) {
    this.root = root;
    this.depth = 0;
  }

  /** The errors of a value against a schema. */
  check(schema, value, at, place) {
    if (schema === true) return [];
    if (schema === false) return [{ at, schema: place, keyword: "false", message: "is not allowed here" }];
    if (!(schema instanceof Map)) throw new SchemaError(`${place || "the schema"} is neither an object nor true or false`);
    this.depth += 1;
    if (this.depth > 200) throw new SchemaError(`${place}: the schema refers to itself without end`);
    const found = [];
    for (const [keyword, argument] of schema) found.push(...this.keyword(keyword, argument, schema, value, at, place));
    this.depth -= 1;
    return found;
  }

  keyword(keyword, argument, schema, value, at, place) {
    const here = `${place}/${escapeToken(keyword)}`;
    const located = (list) => list.map((error) => ({ at, schema: here, ...error }));
    if (Object.hasOwn(SIMPLE, keyword)) {
      checkArgument(keyword, argument, here);
      const [kind, test] = SIMPLE[keyword];
      return kind === "any" || kind === typeOf(value) ? located(one(keyword, test(value, argument))) : [];
    }
    if (Object.hasOwn(NESTED, keyword)) return NESTED[keyword](this, { argument, schema, value, at, here, located });
    if (ANNOTATIONS.has(keyword)) return [];
    throw new SchemaError(`${here}: the keyword ${JSON.stringify(keyword)} is not supported`);
  }

  /** The schema that a $ref names: # and pointers and anchors of the same document. */
  resolve(reference, here) {
    if (typeof reference !== "string" || !reference.startsWith("#")) throw new SchemaError(`${here}: only references within the schema (#…) are followed`);
    const fragment = decodeFragment(reference.slice(1), here);
    const found = fragment === "" || fragment.startsWith("/") ? pointer(this.root, fragment) : anchor(this.root, fragment);
    if (found === undefined) throw new SchemaError(`${here}: there is nothing at ${reference}`);
    return found;
  }
}

function checkArgument(keyword, argument, here) {
  const wanted = { enum: "array", uniqueItems: "boolean", pattern: "string", type: null, const: null }[keyword];
  const number = wanted === undefined;
  if (number ? !(argument instanceof Num) : wanted !== null && typeOf(argument) !== wanted) {
    throw new SchemaError(`${here} must be ${number ? "a number" : `of type ${wanted}`}`);
  }
}

function decodeFragment(text, here) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SchemaError(`${here}: the reference has a broken percent sign`);
  }
}

/** The value at a JSON Pointer (RFC 6901), or undefined. Throws SyntaxError for what is no pointer. */
function pointer(value, text) {
  if (text === "") return value;
  if (!text.startsWith("/")) throw new SyntaxError("a pointer is empty or begins with /");
  if (/~(?![01])/.test(text)) throw new SyntaxError("~ is written ~0, and / within a key ~1");
  for (const part of text.slice(1).split("/")) {
    const token = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else value = value instanceof Map ? value.get(token) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

function anchor(value, name) {
  if (value instanceof Map && value.get("$anchor") === name) return value;
  const inner = value instanceof Map ? value.values() : Array.isArray(value) ? value : [];
  for (const part of inner) {
    const found = anchor(part, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const need = (kind, argument, here) => {
  if (typeOf(argument) !== kind) throw new SchemaError(`${here} must be of type ${kind}`);
  return argument;
};

/** Keywords that hold schemas, or look at their neighbours. */
const NESTED = {
  $ref: (checker, { argument, value, at, here }) => checker.check(checker.resolve(argument, here), value, at, here),
  allOf: (checker, { argument, value, at, here }) => need("array", argument, here).flatMap((part, place) => checker.check(part, value, at, `${here}/${place}`)),
  anyOf: (checker, { argument, value, at, here, located }) => {
    const results = need("array", argument, here).map((part, place) => checker.check(part, value, at, `${here}/${place}`));
    if (results.some((errors) => errors.length === 0)) return [];
    return located(one("anyOf", `matches none of ${results.length} schemas: ${results.map(reason).join("; ")}`));
  },
  oneOf: (checker, { argument, value, at, here, located }) => {
    const results = need("array", argument, here).map((part, place) => checker.check(part, value, at, `${here}/${place}`));
    const fitting = results.flatMap((errors, place) => (errors.length === 0 ? [place] : []));
    if (fitting.length === 1) return [];
    const why = fitting.length ? `matches the schemas ${fitting.join(" and ")}, and exactly one is wanted` : `matches none of ${results.length} schemas: ${results.map(reason).join("; ")}`;
    return located(one("oneOf", why));
  },
  not: (checker, { argument, value, at, here, located }) => located(one("not", checker.check(argument, value, at, here).length ? null : "matches a schema that it must not match")),
  if: (checker, { argument, schema, value, at, here }) => {
    const branch = checker.check(argument, value, at, here).length ? "else" : "then";
    return schema.has(branch) ? checker.check(schema.get(branch), value, at, here.replace(/if$/, branch)) : [];
  },
  then: () => [],
  else: () => [],
  required: (checker, { argument, value, here, located }) => {
    need("array", argument, here);
    if (!(value instanceof Map)) return [];
    return argument.filter((name) => !value.has(name)).flatMap((name) => located(one("required", `has no property ${write(name)}`)));
  },
  dependentRequired: (checker, { argument, value, here, located }) => {
    if (!(value instanceof Map)) return [];
    return [...need("object", argument, here)].flatMap(([name, others]) =>
      value.has(name) ? need("array", others, here).filter((other) => !value.has(other)).flatMap((other) => located(one("dependentRequired", `has ${write(name)} and so needs ${write(other)}`))) : [],
    );
  },
  dependentSchemas: (checker, { argument, value, at, here }) =>
    [...need("object", argument, here)].flatMap(([name, part]) => (value instanceof Map && value.has(name) ? checker.check(part, value, at, `${here}/${escapeToken(name)}`) : [])),
  properties: (checker, { argument, value, at, here }) =>
    [...need("object", argument, here)].flatMap(([name, part]) =>
      value instanceof Map && value.has(name) ? checker.check(part, value.get(name), `${at}/${escapeToken(name)}`, `${here}/${escapeToken(name)}`) : [],
    ),
  patternProperties: (checker, { argument, value, at, here }) =>
    [...need("object", argument, here)].flatMap(([pattern, part]) =>
      entries(value).flatMap(([name, inner]) => (regex(pattern).test(name) ? checker.check(part, inner, `${at}/${escapeToken(name)}`, `${here}/${escapeToken(pattern)}`) : [])),
    ),
  additionalProperties: (checker, { argument, schema, value, at, here }) => {
    const known = schema.get("properties") || new Map();
    const patterns = [...(schema.get("patternProperties") || new Map()).keys()].map(regex);
    const others = entries(value).filter(([name]) => !known.has(name) && !patterns.some((pattern) => pattern.test(name)));
    return others.flatMap(([name, inner]) => checker.check(argument, inner, `${at}/${escapeToken(name)}`, here));
  },
  propertyNames: (checker, { argument, value, at, here }) =>
    entries(value).flatMap(([name]) => checker.check(argument, name, at, here).map((error) => ({ ...error, message: `has the property name ${JSON.stringify(name)}, which ${error.message}` }))),
  prefixItems: (checker, { argument, value, at, here }) =>
    need("array", argument, here).flatMap((part, place) => (Array.isArray(value) && place < value.length ? checker.check(part, value[place], `${at}/${place}`, `${here}/${place}`) : [])),
  items: (checker, { argument, schema, value, at, here }) => {
    const before = (schema.get("prefixItems") || []).length;
    return Array.isArray(value) ? value.flatMap((item, place) => (place < before ? [] : checker.check(argument, item, `${at}/${place}`, here))) : [];
  },
  contains: (checker, { argument, schema, value, at, here, located }) => {
    if (!Array.isArray(value)) return [];
    const count = asNum(value.filter((item) => checker.check(argument, item, at, here).length === 0).length);
    const [low, high] = [schema.get("minContains") || asNum(1), schema.get("maxContains")];
    if (count.compare(low) < 0) return located(one("contains", `has ${count.raw} items that match, fewer than ${low.raw}`));
    return high && count.compare(high) > 0 ? located(one("contains", `has ${count.raw} items that match, more than ${high.raw}`)) : [];
  },
  minContains: () => [],
  maxContains: () => [],
};

const entries = (value) => (value instanceof Map ? [...value] : []);

/** The first error of a schema that did not match, short. */
function reason(errors) {
  return `${errors[0].at || "it"} ${errors[0].message}`;
}

/** Every error of a value against a schema; the paths are JSON Pointers. Throws SchemaError. */
function validate(schema, value) {
  return new Checker(schema).check(schema, value, "", "");
}

module.exports = { SchemaError, validate, pointer };
