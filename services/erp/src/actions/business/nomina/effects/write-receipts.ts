import { decimalText, type Decimal } from '../../../../fiscal/decimal.ts'
import type { MadeFields } from '../../changes.ts'
import type { Changes } from '../../changes.ts'
import type { Later } from '../../later.ts'
import type { ComputedReceipt } from '../compute-run.ts'
import type { ReceiptLine } from '../decisions/receipt-line.ts'
import { conceptOfLine } from '../decisions/standard-concepts.ts'
import type { ConceptRow } from '../store/concept-store.ts'

/** The concepts of a company, by what payroll computes and by their keys. */
export interface Concepts {
  readonly byComputed: ReadonlyMap<string, ConceptRow>
  readonly byKey: ReadonlyMap<string, ConceptRow>
}

export function conceptsOf(rows: Iterable<ConceptRow>): Concepts {
  const active = [...rows].filter(({ activo }) => activo)
  return {
    byComputed: new Map(
      active.flatMap((concept) => (concept.calculo === null ? [] : [[concept.calculo, concept]])),
    ),
    byKey: new Map(active.map((concept) => [concept.clave, concept])),
  }
}

/** What payroll computes in some receipts and no concept of the company is for. */
export function missingConcepts(
  concepts: Concepts,
  receipts: readonly ComputedReceipt[],
): readonly string[] {
  const missing = receipts.flatMap(({ receipt }) =>
    receipt.lines.flatMap((line) =>
      conceptFor(concepts, line) === undefined && line.concept !== 'given'
        ? [conceptOfLine(line.concept).calculo]
        : [],
    ),
  )
  return [...new Set(missing)]
}

// Deductions of the company's own, which their concept names.
const OWN: ReadonlySet<string> = new Set(['loan', 'rent', 'otherDeduction'])

function conceptFor({ byComputed, byKey }: Concepts, line: ReceiptLine): ConceptRow | undefined {
  if (line.concept === 'given') return byKey.get(line.key ?? '')
  const own = OWN.has(line.concept) ? byKey.get(line.key ?? '') : undefined
  return own ?? byComputed.get(conceptOfLine(line.concept).calculo)
}

/** What the columns of a receipt say of what was computed. */
export function totalsOf({ facts, receipt, huella }: ComputedReceipt) {
  const { totals, month, days } = receipt
  return {
    dias_pagados: text(days.paid),
    salario_diario: text(facts.person.dailyWage),
    salario_base_cotizacion: text(facts.person.baseWage),
    total_percepciones: text(totals.perceptions),
    total_deducciones: text(totals.deductions),
    total_otros_pagos: text(totals.otherPayments),
    neto: text(totals.net),
    base_gravada: text(month.taxed),
    isr_retenido: text(month.withheld),
    subsidio_causado: text(month.subsidy),
    integra_variable: text(receipt.integrates),
    redondeo_retenido: text(totals.left),
    huella,
  }
}

/** Makes the lines of a receipt, numbered from 1. */
export function makeLines(
  changes: Changes,
  concepts: Concepts,
  {
    recibo,
    receipt,
  }: { readonly recibo: string | Later; readonly receipt: ComputedReceipt['receipt'] },
): void {
  for (const [index, line] of receipt.lines.entries()) {
    const concept = conceptFor(concepts, line)
    if (concept === undefined) throw new Error(`no concept is for ${line.concept}`)
    const isOwn = line.key === concept.clave
    const fields: MadeFields<'ReciboNominaConcepto'> = {
      recibo,
      partida: index + 1,
      concepto: concept.id,
      cantidad: line.quantity === null ? null : text(line.quantity),
      importe_gravado: text(line.taxed),
      importe_exento: text(line.exempt),
      importe: text(line.amount),
      es_manual: false,
      referencia: isOwn ? null : line.key,
      explicacion: JSON.stringify(line.steps),
    }
    changes.insert('ReciboNominaConcepto', fields)
  }
}

function text(value: Decimal): string {
  return decimalText(value)
}
