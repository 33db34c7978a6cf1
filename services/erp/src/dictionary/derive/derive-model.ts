import type { FieldSource, ModelSource } from '../model-source.ts'
import { snakeCase } from '../naming.ts'
import { pluralOf } from '../plural.ts'
import { labelOf, type Words } from '../spanish-labels.ts'
import type { DefaultValue, Field, ModelDefinition, Operation, Scope } from '../types.ts'
import { deriveEntry, deriveFills, derivePartner } from './derive-filling.ts'
import { deriveIndexes, deriveUniqueKeys } from './derive-keys.ts'
import { deriveAdmin, deriveGrid } from './derive-layout.ts'
import { deriveLines } from './derive-lines.ts'
import { deriveLookUps } from './derive-look-ups.ts'
import { deriveCapture } from './derive-sections.ts'
import { deriveStates } from './derive-states.ts'
import { deriveSearch, deriveText } from './derive-text.ts'
import { toneOf } from './derive-tone.ts'
import { withVisibility } from './derive-visibility.ts'

/** What a derivation may use besides the file itself. */
export interface Surroundings {
  readonly words: Words
  readonly sources: ReadonlyMap<string, ModelSource>
  /** The models of lines by that of their head. */
  readonly byHead: ReadonlyMap<string, readonly ModelSource[]>
}

const ALL_OPERATIONS: readonly Operation[] = ['create', 'update', 'delete']

/** Completes a file into a whole model: whatever the file does not say follows from the rules in `derive-*.ts`. */
export function deriveModel(source: ModelSource, around: Surroundings): ModelDefinition {
  const scope: Scope = source.level <= 2 ? 'global' : 'tenant'
  const typed = source.fields.map((field) =>
    deriveField(field, { ...around, isGlobal: scope === 'global' }),
  )
  const fields = deriveFills(source, typed, around.sources)
  const table = snakeCase(source.name)
  const search = deriveSearch(source, fields)
  const uniqueKeys = deriveUniqueKeys(source, table, fields)
  const lookUps = deriveLookUps(source, fields, search)
  const admin = deriveAdmin(source, fields, search)
  const lines = deriveLines(source, around)
  const partner = derivePartner(source)
  const isDocument = lines.length > 0 && fields.some(isNumbered)
  const shown = withVisibility({ fields, capture: deriveCapture(source, fields) })
  return {
    name: source.name,
    table,
    level: source.level,
    scope,
    module: source.module,
    label: source.label,
    labelPlural: source.labelPlural ?? pluralOf(source.label),
    help: source.help,
    isTenant: source.isTenant,
    ...shown,
    text: deriveText(source, around.sources),
    uniqueKeys,
    indexes: deriveIndexes(source, { table, scope, fields, uniqueKeys, lookUps }),
    lookUps,
    admin,
    grid: deriveGrid(source, fields, admin.listDisplay),
    entry: deriveEntry(source, fields, { isDocument, listDisplay: admin.listDisplay, partner }),
    codes: source.codes,
    codesOf: source.codesOf,
    partner,
    operations: source.operations ?? ALL_OPERATIONS,
    lines,
    states: deriveStates(source.states, fields),
    callbacks: source.callbacks,
    actions: source.actions,
  }
}

/** A document has a number that the service takes. */
function isNumbered(field: Field): boolean {
  return field.type === 'text' && field.series === true
}

function deriveField(
  source: FieldSource,
  around: Surroundings & { readonly isGlobal: boolean },
): Field {
  const { kind, unique } = source.spec
  const base = {
    name: source.name,
    label: source.label ?? deriveLabel(source, around),
    help: source.help,
    required: isRequired(source),
    unique,
    default: source.spec.default ?? deriveDefault(source),
    readOnly: source.readOnly,
    ...(source.computed !== null && { computed: source.computed }),
    ...(source.range !== null && { range: source.range }),
    ...(source.isListed && { listed: true as const }),
    ...(source.requiredIf !== null && { requiredIf: source.requiredIf }),
    ...(source.visibleIf !== null && { visibleIf: source.visibleIf }),
  }
  switch (kind.type) {
    case 'choice':
      return {
        ...base,
        type: 'choice',
        choices: kind.values.map((value) => ({
          value,
          label: source.choiceLabels.get(value) ?? labelOf(value, around.words),
          tone: source.tones.get(value) ?? toneOf(source.name, value, around.words.tones),
        })),
      }
    case 'reference':
      return { ...base, type: 'reference', target: kind.target, onDelete: 'restrict' }
    case 'text':
      return isFolio(source) && !around.isGlobal
        ? { ...base, ...kind, series: true }
        : { ...base, ...kind }
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return { ...base, type: kind.type, precision: kind.precision, scale: kind.scale }
    default:
      return { ...base, type: kind.type }
  }
}

/** A reference named for its model takes the model's label, so that "Condición de pago" reads the same everywhere. */
function deriveLabel(source: FieldSource, around: Surroundings): string {
  const { kind } = source.spec
  const target =
    kind.type === 'reference' && snakeCase(kind.target) === source.name
      ? around.sources.get(kind.target)
      : undefined
  return target?.label ?? labelOf(source.name, around.words)
}

/** Documents are numbered by series. */
function isFolio({ name, spec }: FieldSource): boolean {
  return name === 'folio' && spec.kind.type === 'text' && spec.required && spec.unique
}

/**
 * A boolean is never null: with three values where people see two, filters would give wrong results. A state always has
 * a value.
 */
function isRequired({ name, spec }: FieldSource): boolean {
  return spec.required || spec.kind.type === 'boolean' || isState(name, spec.kind.type)
}

function isState(name: string, type: Field['type']): boolean {
  return name === 'estado' && type === 'choice'
}

function deriveDefault({ name, spec }: FieldSource): DefaultValue | null {
  const { kind, required } = spec
  switch (kind.type) {
    case 'boolean':
      return { kind: 'value', value: name === 'activo' || name === 'activa' }
    case 'choice':
      return isState(name, kind.type) ? { kind: 'value', value: kind.values[0] ?? '' } : null
    case 'date':
      return required && name === 'fecha' ? { kind: 'today' } : null
    case 'instant':
      return required && (name === 'fecha' || name === 'fecha_hora') ? { kind: 'now' } : null
    default:
      return null
  }
}
