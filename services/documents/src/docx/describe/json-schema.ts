import type { Language } from '@oficina/words/language.ts'

import { tell, type Plain } from '../messages/say.ts'
import { codeContent, type DataShape, type DataUse } from './data-shape.ts'

const TEXT = ['string', 'number', 'boolean', 'null']

/** What is not only text, the first that applies. */
const VALUES: readonly (readonly [use: DataUse, types: readonly string[], description?: Plain])[] =
  [
    ['image', ['string'], 'An image: a data URI, an http or https URL, or a path.'],
    ['xml', ['string'], 'WordprocessingML: one or more whole elements.'],
    ['rich', ['string', 'object'], 'Markdown, or an object with the text as markdown or html.'],
    ['number', ['number', 'string']],
    ['date', ['string', 'number'], 'ISO 8601, or milliseconds since 1970.'],
    ['currency', ['string'], 'A currency, such as MXN.'],
    ['locale', ['string'], 'A language tag, such as es-MX.'],
    ['timezone', ['string'], 'An IANA time zone, such as America/Mexico_City.'],
  ]

/**
 * A JSON Schema of the data. Nothing is required, since a missing value is empty text; a section that may be a list, an
 * object or a condition allows all of them.
 */
export function jsonSchema(root: DataShape, language: Language): Record<string, unknown> {
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...objectSchema(root, language) }
}

function objectSchema(shape: DataShape, language: Language): Record<string, unknown> {
  return { type: 'object', properties: propertiesOf(shape, language) }
}

function propertiesOf(shape: DataShape, language: Language): Record<string, unknown> {
  return Object.fromEntries(
    [...shape.children].map(([name, child]) => [name, valueSchema(child, language)]),
  )
}

function valueSchema(shape: DataShape, language: Language): Record<string, unknown> {
  const { uses, children } = shape
  if (uses.has('list')) return { type: ['array', 'null'], items: itemSchema(shape, language) }
  if (uses.has('section')) {
    return {
      type: ['array', 'object', ...TEXT],
      items: itemSchema(shape, language),
      properties: propertiesOf(shape, language),
    }
  }
  if (children.size > 0 || uses.has('object'))
    return { type: ['object', 'null'], properties: propertiesOf(shape, language) }
  // A value that only decides whether something is shown may also be true or false.
  const flags = uses.has('condition') ? ['boolean', 'null'] : ['null']
  const code = codeContent(shape)
  if (code !== undefined)
    return { type: ['string', 'number', ...flags], description: tell(code.holds, language) }
  const known = VALUES.find(([use]) => uses.has(use))
  if (known !== undefined) {
    const [, types, description] = known
    return {
      type: [...types, ...flags],
      ...(description === undefined ? {} : { description: tell(description, language) }),
    }
  }
  return uses.has('text') || uses.has('style') ? { type: TEXT } : {}
}

/** Items with names are objects; items without are shown as they are. */
function itemSchema(shape: DataShape, language: Language): Record<string, unknown> {
  return shape.children.size > 0 ? objectSchema(shape, language) : { type: [...TEXT, 'object'] }
}
