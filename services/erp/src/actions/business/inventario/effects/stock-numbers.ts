import { lockCounters, numberSource, takeNumbers } from '../../../../store/numbers/counter-store.ts'
import { idCounter, insertRows } from '../../../../store/records/model-rows.ts'
import { STOCK_CONCEPTS } from '../../../../store/starter/starter-concepts.ts'
import type { ActionContext } from '../../action.ts'
import type { StockConcept } from '../stock-movement.ts'
import { findConcepts, findTakenFolios } from '../store/stock-write-store.ts'

const CONCEPTS = 'ConceptoInventario'
const NEW_CONCEPT = {
  afecta_costo: true,
  requiere_autorizacion: false,
  requiere_documento: false,
  activo: true,
}
const FOLIO_COUNTER = 'folio:movimiento_inventario'
const FOLIO_DIGITS = 6
// Folios that people typed are skipped; more rounds than this mean that something else is wrong.
const MAX_ROUNDS = 50

export interface StockNumbering {
  readonly numbers: (counter: string) => number
  readonly nextFolio: () => string
  /** The record of a concept. */
  readonly conceptOf: (clave: StockConcept) => number
}

/**
 * Takes the numbers of everything that is written, a folio `MI-000001` for each new movement, and the records of their
 * concepts, which are made where the company has none yet. The counters stay locked, so this comes after all locks of
 * stock.
 */
export async function takeStockNumbers(
  context: ActionContext,
  wanted: {
    readonly counters: ReadonlyMap<string, number>
    readonly concepts: readonly StockConcept[]
  },
): Promise<StockNumbering> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const claves = [...new Set(wanted.concepts)]
  await lockCounters(tx, empresa)
  const known = claves.length === 0 ? new Map() : await findConcepts(tx, empresa, claves)
  const missing = claves.filter((clave) => !known.has(clave))
  const taken = await takeNumbers(
    tx,
    empresa,
    new Map([
      ...wanted.counters,
      [FOLIO_COUNTER, wanted.concepts.length],
      [idCounter(context, CONCEPTS), missing.length],
    ]),
  )
  const numbers = numberSource(taken)
  const concepts = new Map<string, number>(known)
  if (missing.length > 0) {
    // Under the lock of their counter: another transaction may just have made them.
    const made = await findConcepts(tx, empresa, missing)
    const rows = missing
      .filter((clave) => !made.has(clave))
      .map((clave) => ({
        id: String(numbers(idCounter(context, CONCEPTS))),
        fields: { clave, ...STOCK_CONCEPTS[clave], ...NEW_CONCEPT },
      }))
    await insertRows(context, CONCEPTS, { rows, now: moment.now })
    for (const [clave, id] of made) concepts.set(clave, id)
    for (const { id, fields } of rows) concepts.set(fields.clave, Number(id))
  }
  const folios = await freeFolios(
    { tx, caller },
    wanted.concepts.map(() => folioOf(numbers(FOLIO_COUNTER))),
  )
  const remaining = folios.values()
  return {
    numbers,
    nextFolio: () => {
      const folio = remaining.next()
      if (folio.done === true) throw new Error('more movements than folios')
      return folio.value
    },
    conceptOf: (clave) => {
      const id = concepts.get(clave)
      if (id === undefined) throw new Error(`there is no concept ${clave}`)
      return id
    },
  }
}

function folioOf(number: number): string {
  return `MI-${String(number).padStart(FOLIO_DIGITS, '0')}`
}

/** The folios, with others in place of those that people typed. */
async function freeFolios(
  { tx, caller }: Pick<ActionContext, 'tx' | 'caller'>,
  wanted: readonly string[],
): Promise<readonly string[]> {
  let folios = wanted
  for (let round = 0; round < MAX_ROUNDS && folios.length > 0; round += 1) {
    const taken = await findTakenFolios(tx, caller.empresa, folios)
    if (taken.size === 0) break
    const more = await takeNumbers(tx, caller.empresa, new Map([[FOLIO_COUNTER, taken.size]]))
    const numbers = numberSource(more)
    folios = folios.map((folio) => (taken.has(folio) ? folioOf(numbers(FOLIO_COUNTER)) : folio))
  }
  return folios
}
