import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import { LIST_OF_LINES } from '../../../messages/documents.ts'
import { NAMED_RECEIPT, NAMED_TARGET } from '../../../messages/matched-invoices.ts'
import type { FieldValue } from '../../../query/field-value.ts'
import type { NamedTarget } from './decisions/match-lines.ts'

// What one CFDI may have at the most that is of use.
const MAX_NAMED = 5_000

/** Reads `partidas`: where each line of a CFDI belongs. @throws ApiError VALIDATION */
export function namedTargets(given: FieldValue | null): readonly NamedTarget[] {
  const problems: ErrorEntry[] = []
  const named = listOf(given, 'partidas').flatMap((item, index) => {
    const target = targetOf(item)
    if (target !== null) return [target]
    const field = `partidas[${index}]`
    problems.push({ code: 'VALIDATION', field, message: NAMED_TARGET({ place: field }) })
    return []
  })
  if (problems.length > 0) throw new ApiError(problems)
  return named
}

/** Reads `recepciones`: ids of receipts. @throws ApiError VALIDATION */
export function namedReceipts(given: FieldValue | null): readonly string[] {
  return listOf(given, 'recepciones').map((item, index) => {
    const id = idOf(item)
    if (id !== null) return id
    const field = `recepciones[${index}]`
    throw apiError('VALIDATION', NAMED_RECEIPT({ place: field }), field)
  })
}

function listOf(given: FieldValue | null, field: string): readonly unknown[] {
  if (given === null) return []
  const list: unknown = JSON.parse(String(given))
  if (Array.isArray(list) && list.length > 0 && list.length <= MAX_NAMED) return list
  throw apiError('VALIDATION', LIST_OF_LINES({ field, most: MAX_NAMED }), field)
}

const NAMES = [
  'concepto',
  'compra_partida',
  'recepcion_partida',
  'recepcion_servicio',
  'gasto',
  'cuenta_contable',
  'centro_costo',
  'proyecto',
] as const

function targetOf(item: unknown): NamedTarget | null {
  if (typeof item !== 'object' || item === null) return null
  const entries = Object.entries(item)
  const ids = new Map(entries.map(([name, value]) => [name, idOf(value)]))
  const isReadable = [...ids].every(
    ([name, id]) => NAMES.some((known) => known === name) && id !== null,
  )
  if (!isReadable) return null
  const id = (name: (typeof NAMES)[number]) => ids.get(name) ?? null
  const concepto = Number(id('concepto') ?? 0)
  const [gasto, cuenta] = [id('gasto'), id('cuenta_contable')]
  const terms = { gasto, cuenta, centroCosto: id('centro_costo'), proyecto: id('proyecto') }
  const expense = gasto === null && cuenta === null ? null : terms
  const targets = [id('compra_partida'), id('recepcion_partida'), id('recepcion_servicio'), expense]
  if (concepto < 1 || targets.filter((target) => target !== null).length !== 1) return null
  return {
    concepto,
    compraPartida: id('compra_partida'),
    recepcionPartida: id('recepcion_partida'),
    recepcionServicio: id('recepcion_servicio'),
    expense,
  }
}

function idOf(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^[1-9]\d{0,17}$/.test(text) ? text : null
}
