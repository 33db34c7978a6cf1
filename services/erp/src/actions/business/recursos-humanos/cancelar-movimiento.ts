import type { Picked } from '../../../dictionary/row-types.ts'
import type { Message } from '../../../messages/message.ts'
import {
  lockReferred,
  lockRowsBelow,
  readRows,
  rowsBelow,
} from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import type { LockedDocument } from '../moved-documents.ts'
import { isPosition, whyNotTakenBack } from './decisions/take-back.ts'
import { WAGE_FIELDS, wageAsOf } from './decisions/wage-change.ts'

const MOVED_FIELDS = [
  'empleado',
  'empleado.asociado',
  'tipo',
  'fecha_efectiva',
  'puesto_anterior',
  'puesto_nuevo',
  'departamento_anterior',
  'departamento_nuevo',
] as const
type Moved = Picked<'MovimientoPersonal', (typeof MOVED_FIELDS)[number]> & LockedDocument

/**
 * Takes back the last thing that happened to an employee, as long as the IMSS was not told: his wage, his position or
 * that he left are as before.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const cancelarMovimientoPersonal = documentAction('MovimientoPersonal', {
  name: 'cancelar_movimiento',
  label: 'Cancelar movimiento',
  // On its day a movement of a day to come is applied by the service.
  emits: ['cancelado', 'aplicado'],
  hasReason: true,
  // The person before the employee, as hiring does.
  lockFirst: async (context, ids) => {
    const movements = await readRows(context, 'MovimientoPersonal', { ids, fields: ['empleado'] })
    const employees = [...movements.values()].map(({ empleado }) => empleado)
    await lockReferred(context, 'Empleado', { reference: 'asociado', ids: employees })
  },
  locksFirst: { reference: 'empleado', called: 'employee' },
  // The last one first, or the one before it could not be taken back in one call.
  oneByOne: (first, second) => Number(BigInt(second.id) - BigInt(first.id)),
  fields: MOVED_FIELDS,
  run: async ({ context, batch, changes, move, reason }) => {
    for (const row of batch.remaining) {
      const problem = await takeBack(context, changes, row)
      if (problem === null) move(row, { told: { motivo: reason } })
      else batch.refuse(row.id, { code: 'INVALID_STATE', message: problem })
    }
  },
})

async function takeBack(
  context: ActionContext,
  changes: Changes,
  row: Moved,
): Promise<Message | null> {
  // What somebody only asked for had no effect.
  if (row.estado === 'solicitado') return null
  const facts = await factsOf(context, row)
  const { told, wages, contracts } = facts
  const problem = whyNotTakenBack({ movement: row, ...facts })
  if (problem !== null) return problem
  for (const movement of told) {
    changes.amend('MovimientoAfiliatorio', movement, { estado: 'cancelado' })
  }
  for (const wage of wages) changes.amend('HistorialSalario', wage, { cancelado: true })
  for (const contract of contracts) {
    const before = contract.fecha_firma === null ? 'borrador' : 'firmado'
    const open = { estado: before, fecha_terminacion: null, terminado_por: null } as const
    changes.amend('ContratoLaboral', contract, open)
  }
  if (row.estado === 'aplicado') await undo(context, changes, row)
  return null
}

async function factsOf(context: ActionContext, row: Moved) {
  const { id, empleado } = row
  const asociado = row['empleado.asociado']
  const at = { parent: 'movimiento', ids: [id] } as const
  const [others, told, wages, contracts, employees] = await Promise.all([
    rowsBelow(context, 'MovimientoPersonal', {
      parent: 'empleado',
      ids: [empleado],
      fields: ['folio', 'estado'],
    }),
    lockRowsBelow(context, 'MovimientoAfiliatorio', { ...at, fields: ['estado'] }),
    rowsBelow(context, 'HistorialSalario', { ...at, fields: ['cancelado'] }),
    lockRowsBelow(context, 'ContratoLaboral', {
      parent: 'terminado_por',
      ids: [id],
      fields: ['estado', 'fecha_firma', 'fecha_terminacion', 'terminado_por'],
    }),
    rowsBelow(context, 'Empleado', {
      parent: 'asociado',
      ids: [asociado],
      fields: ['numero', 'estado'],
    }),
  ])
  const lives = (employees.get(asociado) ?? []).filter((other) => other.id !== empleado)
  return {
    others: others.get(empleado) ?? [],
    told: told.get(id) ?? [],
    wages: wages.get(id) ?? [],
    contracts: contracts.get(id) ?? [],
    anew: row.tipo === 'baja' ? lives.find(({ estado }) => estado !== 'baja')?.numero : undefined,
  }
}

/** The employee, or the person he is, as before. */
async function undo(context: ActionContext, changes: Changes, row: Moved): Promise<void> {
  const { empleado, id, tipo } = row
  if (isPosition(row)) {
    const asociado = row['empleado.asociado']
    const { puesto_nuevo: puesto, departamento_nuevo: departamento } = row
    const now = { id: asociado, puesto, departamento }
    const before = { puesto: row.puesto_anterior, departamento: row.departamento_anterior }
    changes.amend('Asociado', now, before)
    return
  }
  const employees = await readRows(context, 'Empleado', {
    ids: [empleado],
    fields: ['estado', 'fecha_baja', 'salario_diario', 'salario_base_cotizacion'],
  })
  const employee = employees.get(empleado)
  if (employee === undefined) throw new Error('a movement refers to no employee')
  if (tipo === 'baja') {
    changes.amend('Empleado', employee, { estado: 'activo', fecha_baja: null })
    return
  }
  const history = await rowsBelow(context, 'HistorialSalario', {
    parent: 'empleado',
    ids: [empleado],
    fields: [...WAGE_FIELDS, 'movimiento'],
  })
  const counting = (history.get(empleado) ?? []).filter(({ movimiento }) => movimiento !== id)
  const wage = wageAsOf(counting, context.moment.today)
  if (wage === undefined) return
  const { salario_diario, salario_base_cotizacion } = wage
  changes.amend('Empleado', employee, { salario_diario, salario_base_cotizacion })
}
