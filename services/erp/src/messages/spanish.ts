import type { Registry } from '../dictionary/types.ts'
import { joined, type Speech } from './speech.ts'

const AMOUNT = /^-?\d+(?:\.\d+)?$/
// A line of a document, counted from 0, as problems name it: the second step of `partidas[2].precio`.
const LINE = /^\[(\d+)\]$/

// What only programs write stays as it is written; it has no label, and its words are English.
const AS_WRITTEN: ReadonlySet<string> = new Set([
  '_delete',
  'after',
  'count',
  'dry_run',
  'fields',
  'format',
  'group_by',
  'headers',
  'ids',
  'lean',
  'lines',
  'mode',
  'or',
  'order',
  'page',
  'per_model',
  'per_page',
  'preview',
  'sheet',
  'sort',
  'sum',
  'upsert_by',
])

/**
 * Spanish with the labels of a dictionary.
 * @param actions how business actions are called, by their names
 * @source docs/decisions/0280-erp-languages.md
 */
export function spanishOf(registry: Registry, actions: ReadonlyMap<string, string>): Speech {
  const labelOfModel = (name: string) => registry.models.get(name)?.label ?? name
  const labelOfField = (name: string, model: string | undefined) => {
    const field =
      model === undefined ? undefined : registry.models.get(model)?.fieldByName.get(name)
    if (field !== undefined) return field.label
    if (name === 'password') return 'Contraseña'
    return actions.get(name) ?? (AS_WRITTEN.has(name) ? name : registry.labelOf(name))
  }
  return {
    language: 'es',
    model: labelOfModel,
    field: (name, model) =>
      name
        .split(/[.]|(?=\[)/)
        .map((step) => {
          const line = LINE.exec(step)?.[1]
          if (line !== undefined) return `renglón ${Number(line) + 1}`
          return `«${labelOfField(step, model)}»`
        })
        .join(', '),
    choice: (value, of) => {
      const field = registry.models.get(of.model)?.fieldByName.get(of.field)
      const choices = field?.type === 'choice' ? field.choices : []
      return choices.find((choice) => choice.value === value)?.label ?? registry.labelOf(value)
    },
    amount: (text) => (isDecimal(text) ? grouped(text) : text),
    all: joined('es-MX', 'conjunction'),
    any: joined('es-MX', 'disjunction'),
  }
}

function isDecimal(text: string): text is `${number}` {
  return AMOUNT.test(text)
}

// One for each number of decimals that a field of the dictionary can have.
const FORMATS = Array.from({ length: 11 }, (_, decimals) => {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('es-MX', digits)
})

/** All digits stay, grouped by thousands. */
function grouped(text: `${number}`): string {
  const decimals = text.split('.')[1]?.length ?? 0
  return FORMATS[decimals]?.format(text) ?? text
}
