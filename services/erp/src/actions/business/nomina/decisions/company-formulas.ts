import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { fieldsOf, sumsOf } from '../../../../dictionary/formula.ts'
import { parseComputed } from '../../../../dictionary/parse-formula.ts'
import type { Formula } from '../../../../dictionary/types.ts'
import { decimal, type Decimal } from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  FORMULA_ABOUT_LINES,
  FORMULA_CYCLE,
  FORMULA_UNKNOWN_NAME,
  FORMULA_UNREADABLE,
} from '../../../../messages/payroll-formulas.ts'
import { evaluate } from '../../../../query/evaluate-formula.ts'
import { money, shown } from './amounts.ts'
import { step, type Explained } from './explanation.ts'

/** A concept of the company's own. */
export interface CompanyConcept {
  /** `ConceptoNomina.clave`; a formula names it in small letters. */
  readonly key: string
  /** In the language of computed values: `salario_diario * dias_pagados * 0.10 + p010`. */
  readonly formula: string
}

/**
 * What the company's formulas make of a person's facts and of each other, each in whole cents, by key. A formula may
 * name facts and other concepts that have formulas, in any order.
 * @returns what is wrong: a formula that is not understood, a name that there is not, or concepts that need each other
 */
export function computeFormulas(
  concepts: readonly CompanyConcept[],
  facts: ReadonlyMap<string, Decimal>,
): Result<ReadonlyMap<string, Explained>, Message> {
  const read = readFormulas(concepts, facts)
  if (!read.ok) return read
  const sorted = inOrder(read.value)
  if (!sorted.ok) return sorted
  const values = new Map(facts)
  const made = new Map<string, Explained>()
  for (const { key, name, formula } of sorted.value) {
    const valueOf = (field: string) => values.get(field) ?? null
    const value = evaluate(formula, { of: valueOf, sums: new Map() })
    const amount = money(value ?? decimal('0.00'))
    values.set(name, amount)
    made.set(key, { amount, steps: [step('formula', told(formula, values), amount)] })
  }
  return ok(made)
}

interface ReadConcept {
  readonly key: string
  readonly name: string
  readonly formula: Formula
}

function readFormulas(
  concepts: readonly CompanyConcept[],
  facts: ReadonlyMap<string, Decimal>,
): Result<readonly ReadConcept[], Message> {
  const names = new Set([...facts.keys(), ...concepts.map(({ key }) => key.toLowerCase())])
  const read: ReadConcept[] = []
  for (const { key, formula: text } of concepts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const parsed = parseComputed(text)
    if (!parsed.ok) return fail(FORMULA_UNREADABLE({ concept: key, problem: parsed.error }))
    const { formula, orGiven, needsLines } = parsed.value
    if (orGiven || !needsLines || sumsOf(formula).length > 0)
      return fail(FORMULA_ABOUT_LINES({ concept: key }))
    const unknown = fieldsOf(formula).find((name) => !names.has(name))
    if (unknown !== undefined) return fail(FORMULA_UNKNOWN_NAME({ concept: key, name: unknown }))
    read.push({ key, name: key.toLowerCase(), formula })
  }
  return ok(read)
}

/** Each after those that it names; concepts that need each other are told in the order in which they do. */
function inOrder(concepts: readonly ReadConcept[]): Result<readonly ReadConcept[], Message> {
  const byName = new Map(concepts.map((concept) => [concept.name, concept]))
  const done = new Set<string>()
  const sorted: ReadConcept[] = []
  const visit = (concept: ReadConcept, trail: readonly string[]): readonly string[] | null => {
    if (done.has(concept.name)) return null
    const start = trail.indexOf(concept.key)
    if (start !== -1) return [...trail.slice(start), concept.key]
    for (const field of fieldsOf(concept.formula)) {
      const needed = byName.get(field)
      const cycle = needed === undefined ? null : visit(needed, [...trail, concept.key])
      if (cycle !== null) return cycle
    }
    done.add(concept.name)
    sorted.push(concept)
    return null
  }
  for (const concept of concepts) {
    const cycle = visit(concept, [])
    if (cycle !== null) return fail(FORMULA_CYCLE({ cycle: cycle.join(' → ') }))
  }
  return ok(sorted)
}

const SIGNS = { '+': '+', '-': '−', '*': '×' } as const

/** A formula with the names and values that it was computed by: `salario_diario 315.04 × 0.10`. */
function told(formula: Formula, values: ReadonlyMap<string, Decimal>): string {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'field': {
      const value = values.get(formula.name)
      return value === undefined ? formula.name : `${formula.name} ${shown(value)}`
    }
    case 'sum':
      return formula.sum.lines
    case 'operation': {
      const part = (inner: Formula) =>
        formula.operator !== '+' && inner.kind === 'operation'
          ? `(${told(inner, values)})`
          : told(inner, values)
      return `${part(formula.left)} ${SIGNS[formula.operator]} ${part(formula.right)}`
    }
  }
}
