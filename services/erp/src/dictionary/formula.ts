import type { Computed, Field, Formula, Range, SumOfLines } from './types.ts'

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

/** What fills a field in when nobody writes it. */
type Filling = 'folio' | 'formula' | 'price_list'

/** What is computed, the folio of a document, and prices are filled in; null: what nobody writes stays empty. */
export function fillingOf(field: Field): Filling | null {
  if (field.computed !== undefined) return 'formula'
  if (field.series === true) return 'folio'
  return field.listed === true ? 'price_list' : null
}

export function isFilledIn(field: Field): boolean {
  return fillingOf(field) !== null
}

/** A sum as the dictionary writes it, which is also its key. */
export function sumKey({ lines, formula, where }: SumOfLines): string {
  const only = where === null ? '' : ` where ${where.field} = ${where.value}`
  const of = formula.kind === 'field' ? `.${formula.name}` : `: ${printFormula(formula)}`
  return `sum(${lines}${of}${only})`
}

export function printComputed({ formula, orGiven, needsLines }: Computed): string {
  const given = orGiven ? ' or given' : ''
  return `${printFormula(formula)}${given}${needsLines ? '' : ' even without lines'}`
}

function printFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'field':
      return formula.name
    case 'sum':
      return sumKey(formula.sum)
    case 'operation': {
      const { operator, left, right } = formula
      const first = operator === '*' ? printFactor(left) : printFormula(left)
      const second = operator === '+' ? printFormula(right) : printFactor(right)
      return `${first} ${operator} ${second}`
    }
  }
}

/** In parentheses where it would be read otherwise. */
function printFactor(formula: Formula): string {
  const isTerms = formula.kind === 'operation' && formula.operator !== '*'
  return isTerms ? `(${printFormula(formula)})` : printFormula(formula)
}
