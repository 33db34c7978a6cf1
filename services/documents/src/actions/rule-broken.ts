import type { ErrorObject } from 'ajv'
import { quoted, type Bilingual } from '@oficina/words/bilingual.ts'

import { inBoth, say, type Told } from '../messages/say.ts'

type Rule = (params: ErrorObject['params']) => Told

const TYPES: ReadonlyMap<string, Told> = new Map([
  ['string', 'must be string'],
  ['number', 'must be number'],
  ['integer', 'must be integer'],
  ['boolean', 'must be boolean'],
  ['array', 'must be array'],
  ['object', 'must be object'],
  ['null', 'must be null'],
] as const)

/** What the validator says of each keyword, in its own words and order. */
const RULES: Readonly<Record<string, Rule>> = {
  'false schema': () => 'boolean schema is false',
  type: ({ type }) => TYPES.get(String(type)) ?? say('must be %{type}', { type: String(type) }),
  const: () => 'must be equal to constant',
  enum: () => 'must be equal to one of the allowed values',
  minimum: compared,
  maximum: compared,
  exclusiveMinimum: compared,
  exclusiveMaximum: compared,
  multipleOf: (params) =>
    say('must be multiple of %{multipleOf}', { multipleOf: String(params['multipleOf']) }),
  minLength: ({ limit }) =>
    say('must NOT have fewer than %{limit} characters', { limit: String(limit) }),
  maxLength: ({ limit }) =>
    say('must NOT have more than %{limit} characters', { limit: String(limit) }),
  pattern: ({ pattern }) => say('must match pattern "%{pattern}"', { pattern: String(pattern) }),
  format: ({ format }) => say('must match format "%{format}"', { format: String(format) }),
  formatMinimum: dated,
  formatMaximum: dated,
  formatExclusiveMinimum: dated,
  formatExclusiveMaximum: dated,
  minItems: ({ limit }) => say('must NOT have fewer than %{limit} items', { limit: String(limit) }),
  maxItems: tooMany,
  items: tooMany,
  additionalItems: tooMany,
  unevaluatedItems: tooMany,
  uniqueItems: ({ i, j }) =>
    say('must NOT have duplicate items (items ## %{j} and %{i} are identical)', {
      i: String(i),
      j: String(j),
    }),
  contains: contained,
  required: ({ missingProperty }) =>
    say("must have required property '%{missingProperty}'", {
      missingProperty: String(missingProperty),
    }),
  dependencies: dependent,
  dependentRequired: dependent,
  additionalProperties: () => 'must NOT have additional properties',
  unevaluatedProperties: () => 'must NOT have unevaluated properties',
  propertyNames: () => 'property name must be valid',
  minProperties: ({ limit }) =>
    say('must NOT have fewer than %{limit} properties', { limit: String(limit) }),
  maxProperties: ({ limit }) =>
    say('must NOT have more than %{limit} properties', { limit: String(limit) }),
  anyOf: () => 'must match a schema in anyOf',
  oneOf: () => 'must match exactly one schema in oneOf',
  not: () => 'must NOT be valid',
  if: ({ failingKeyword }) =>
    say('must match "%{failingKeyword}" schema', { failingKeyword: String(failingKeyword) }),
}

/**
 * What the validator says of a violation, in both languages: in English its own words, and those alone where it says
 * something else than is known of it here.
 */
export function ruleBroken(
  keyword: string,
  params: ErrorObject['params'],
  message: string,
): Bilingual {
  const rule = Object.hasOwn(RULES, keyword) ? RULES[keyword]?.(params) : undefined
  const told = rule === undefined ? undefined : inBoth(rule)
  return told?.en === message ? told : quoted(message)
}

function compared({ comparison, limit }: ErrorObject['params']): Told {
  return say('must be %{comparison} %{limit}', {
    comparison: String(comparison),
    limit: String(limit),
  })
}

function dated({ comparison, limit }: ErrorObject['params']): Told {
  return say('should be %{comparison} %{limit}', {
    comparison: String(comparison),
    limit: String(limit),
  })
}

function tooMany({ limit }: ErrorObject['params']): Told {
  return say('must NOT have more than %{limit} items', { limit: String(limit) })
}

function contained({ minContains, maxContains }: ErrorObject['params']): Told {
  const min = String(minContains)
  if (maxContains === undefined)
    return say('must contain at least %{minContains} valid item(s)', { minContains: min })
  return say('must contain at least %{minContains} and no more than %{maxContains} valid item(s)', {
    minContains: min,
    maxContains: String(maxContains),
  })
}

function dependent({ property, deps, depsCount }: ErrorObject['params']): Told {
  const names = { property: String(property), deps: String(deps) }
  return depsCount === 1
    ? say('must have property %{deps} when property %{property} is present', names)
    : say('must have properties %{deps} when property %{property} is present', names)
}
