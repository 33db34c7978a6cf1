import type { Computed, Field, Formula, ModelDefinition, Range, SumOfLines } from './types.ts'

/** The fields of the record itself that a formula reads. */
export function fieldsOf(formula: Formula): readonly string[] {
  switch (formula.kind) {
    case 'number':
    case 'sum':
      return []
    case 'field':
      return [formula.name]
    case 'operation':
      return [...fieldsOf(formula.left), ...fieldsOf(formula.right)]
  }
}

/** The sums over lines that a formula reads. */
export function sumsOf(formula: Formula): readonly SumOfLines[] {
  switch (formula.kind) {
    case 'number':
    case 'field':
      return []
    case 'sum':
      return [formula.sum]
    case 'operation':
      return [...sumsOf(formula.left), ...sumsOf(formula.right)]
  }
}

/** A field that its record's other values make. */
export type ComputedField = Field & {
  readonly computed: Computed
  readonly scale: number
}

/** A field that may hold only some values. */
export type RangedField = Field & { readonly range: Range }

export function isComputed(field: Field): field is ComputedField {
  return field.computed !== undefined && 'scale' in field
}

export function isRanged(field: Field): field is RangedField {
  return field.range !== undefined
}

/** Whether any field of the model follows from its lines. */
export function readsLines(model: Pick<ModelDefinition, 'fields'>): boolean {
  return model.fields.some(
    (field) => isComputed(field) && sumsOf(field.computed.formula).length > 0,
  )
}

/** The fields that the service fills in when nobody writes them: what is computed, and the folio of a document. */
export function isFilledIn(field: Field): boolean {
  return field.computed !== undefined || field.series === true
}

/** A sum by what it sums, as a key. */
export function sumKey({ lines, formula, where }: SumOfLines): string {
  const only = where === null ? '' : ` where ${where.field} = ${where.value}`
  return `sum(${lines}: ${printFormula(formula)}${only})`
}

export function printFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'field':
      return formula.name
    case 'sum':
      return sumKey(formula.sum)
    case 'operation': {
      const isSum = formula.operator !== '*'
      const text = `${printFormula(formula.left)} ${formula.operator} ${printFormula(formula.right)}`
      return isSum ? `(${text})` : text
    }
  }
}

export function printComputed({ formula, orGiven, needsLines }: Computed): string {
  const text = printFormula(formula)
  const outer = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(text)?.[1] ?? text
  return `${outer}${orGiven ? ' or given' : ''}${needsLines ? '' : ' even without lines'}`
}
