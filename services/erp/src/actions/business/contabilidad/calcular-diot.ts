import type { ErrorEntry } from '../../../errors.ts'
import { DIOT_ASKS_ABROAD } from '../../../messages/period-taxes.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { PERIODO_CONTABLE_MOVES } from './periodo-contable-moves.ts'
import {
  deleteComputedOperations,
  findPaidOperations,
  type PaidOperation,
} from './store/diot-operation-store.ts'

const EVENT = 'diot_calculada'

/**
 * Writes the operations with third parties of a month by what was paid in it, for the DIOT; again, they are written anew.
 * @source docs/decisions/0253-erp-books.md
 */
export const calcularDiot = documentAction(PERIODO_CONTABLE_MOVES, {
  name: 'calcular_diot',
  label: 'Calcular DIOT',
  emits: [EVENT],
  folio: 'nombre',
  fields: ['nombre'],
  run: async ({ context: { tx, caller }, batch, changes }) => {
    for (const { id, nombre, estado } of batch.remaining) {
      await deleteComputedOperations(tx, caller.empresa, id)
      const paid = await findPaidOperations(tx, caller.empresa, id)
      for (const paidOperation of paid)
        changes.insert('DiotOperacion', operationOf(paidOperation, id))
      const operaciones = paid.length
      changes.record({
        model: 'PeriodoContable',
        id,
        before: { estado },
        after: { estado, operaciones },
        event: EVENT,
        told: { nombre, operaciones },
      })
      batch.warn(id, paid.flatMap(unknownParty))
    }
  },
})

function operationOf(paid: PaidOperation, periodo: string) {
  const { es_extranjero: _abroad, nombre: _name, ...columns } = paid
  const { acreditable_16, acreditable_norte, acreditable_intangibles } = columns
  const { no_acreditable_requisitos_16, no_acreditable_requisitos_norte } = columns
  return {
    ...columns,
    periodo,
    iva_acreditable: added(acreditable_16, acreditable_norte, acreditable_intangibles),
    iva_no_acreditable: added(no_acreditable_requisitos_16, no_acreditable_requisitos_norte),
    efectos_fiscales: true,
    calculada: true,
  }
}

function added(...amounts: readonly string[]): string {
  return amountText(sumOf(amounts.map(cents)))
}

/** The SAT asks of a supplier abroad who he is. */
function unknownParty(paidOperation: PaidOperation): readonly ErrorEntry[] {
  const missing = (['identificacion_fiscal', 'pais'] as const).filter(
    (name) => paidOperation[name] === null,
  )
  if (!paidOperation.es_extranjero || missing.length === 0) return []
  const message = DIOT_ASKS_ABROAD({ supplier: paidOperation.nombre, missing })
  return [{ code: 'CONFIGURATION_INCOMPLETE', field: missing[0] ?? 'pais', message }]
}
