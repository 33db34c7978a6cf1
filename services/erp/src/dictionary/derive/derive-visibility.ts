import type { Condition, Term } from '../condition.ts'
import type { CaptureSection } from '../layout-types.ts'
import type { Field, ModelDefinition } from '../types.ts'

/** What a reason is for, by the beginning of its field’s name and of the states that it explains. */
const REASONS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:motivo|razon|causa)_cancelacion(?:_|$)/, /^cancelad/],
  [/^(?:motivo|razon|causa)_rechazo(?:_|$)/, /^rechazad/],
]

/**
 * A reason is shown in the states that it explains, and wherever there is one; a section that nobody writes in, where it
 * says something. What the file says goes before.
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export function withVisibility(
  model: Pick<ModelDefinition, 'fields' | 'capture'>,
): Pick<ModelDefinition, 'fields' | 'capture'> {
  const states = model.fields.find(({ name }) => name === 'estado')
  const values = states?.type === 'choice' ? states.choices.map(({ value }) => value) : []
  const fields = model.fields.map((field) => {
    const visibleIf = field.visibleIf ?? reasonVisibility(field, values)
    return visibleIf === undefined ? field : { ...field, visibleIf }
  })
  const byName = new Map(fields.map((field) => [field.name, field]))
  const sections = model.capture.sections.map((section) => withSection(section, byName))
  return { fields, capture: { sections } }
}

function reasonVisibility({ name, required }: Field, states: readonly string[]) {
  if (required) return undefined
  const [, state] = REASONS.find(([field]) => field.test(name)) ?? []
  const explained = states.filter((value) => state?.test(value) === true)
  if (explained.length === 0) return undefined
  const condition: Condition = [[{ field: 'estado', in: explained }], [present(name)]]
  return condition
}

function withSection(section: CaptureSection, byName: ReadonlyMap<string, Field>): CaptureSection {
  const fields = section.fields.flatMap(({ field }) => byName.get(field) ?? [])
  const isWritten = fields.some(({ readOnly }) => readOnly === null)
  // What always has a value is always worth showing.
  if (isWritten || fields.length === 0 || fields.some(({ required }) => required)) return section
  return { ...section, visibleIf: fields.map(({ name }) => [present(name)]) }
}

function present(field: string): Term {
  return { field, empty: false }
}
