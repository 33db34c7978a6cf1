import type { Picked } from '../../../dictionary/row-types.ts'
import { BALANCE_USED_UP } from '../../../messages/absences.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { balanceAfter } from './decisions/vacation-balance.ts'
import { deciderOf, ownProblem } from './own-requests.ts'

// Holidays that somebody asked for. @source docs/decisions/0296-erp-life-of-employees.md

const MODEL = 'SolicitudVacaciones'
const BALANCE_FIELDS = ['dias_derecho', 'dias_disfrutados', 'dias_pendientes'] as const
type Balance = Picked<'SaldoVacaciones', (typeof BALANCE_FIELDS)[number]>

/** Lets him go, and takes the days out of the balance. */
export const autorizarVacaciones = documentAction(MODEL, {
  name: 'autorizar_vacaciones',
  label: 'Autorizar vacaciones',
  locksFirst: { reference: 'empleado', called: 'employee' },
  // What one takes the next one has not.
  oneByOne: true,
  fields: ['empleado', 'empleado.asociado', 'saldo', 'dias', 'autorizado_por'],
  run: async ({ context, batch, changes, move }) => {
    const decider = await deciderOf(context)
    for (const row of batch.remaining) {
      const { id, folio, dias, saldo } = row
      const own = ownProblem(MODEL, { folio, asociado: row['empleado.asociado'] }, decider)
      const balance = await balanceOf(context, saldo)
      if (own !== null) batch.refuse(id, own)
      else if (balance === undefined || cents(balanceAfter(balance, dias).dias_pendientes) < 0n) {
        batch.refuse(id, { code: 'INVALID_STATE', message: BALANCE_USED_UP({ folio }) })
      } else {
        changes.amend('SaldoVacaciones', balance, balanceAfter(balance, dias))
        move(row, { fields: { autorizado_por: decider } })
      }
    }
  },
})

export const rechazarVacaciones = documentAction(MODEL, {
  name: 'rechazar_vacaciones',
  label: 'Rechazar vacaciones',
  hasReason: true,
  fields: [],
  run: ({ batch, move, reason }) => {
    for (const row of batch.remaining) move(row, { told: { motivo: reason } })
  },
})

/** Takes it back; what was authorized gives its days back. */
export const cancelarVacaciones = documentAction(MODEL, {
  name: 'cancelar_vacaciones',
  label: 'Cancelar vacaciones',
  hasReason: true,
  locksFirst: { reference: 'empleado', called: 'employee' },
  oneByOne: true,
  fields: ['empleado', 'saldo', 'dias'],
  run: async ({ context, batch, changes, move, reason }) => {
    for (const row of batch.remaining) {
      const balance = row.estado === 'autorizada' ? await balanceOf(context, row.saldo) : undefined
      if (balance !== undefined) {
        changes.amend('SaldoVacaciones', balance, balanceAfter(balance, `-${row.dias}`))
      }
      move(row, { told: { motivo: reason } })
    }
  },
})

async function balanceOf(context: ActionContext, id: string | null): Promise<Balance | undefined> {
  if (id === null) return undefined
  const balances = await lockRows(context, 'SaldoVacaciones', { ids: [id], fields: BALANCE_FIELDS })
  return balances.get(id)
}
