import { CONTINUED_BY } from '../../../messages/absences.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { documentAction } from '../document-action.ts'
import { dayAfter } from './decisions/calendar.ts'

/**
 * Takes a certificate back that was written down wrongly; one that another continues stays.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const cancelarIncapacidad = documentAction('Incapacidad', {
  name: 'cancelar_incapacidad',
  label: 'Cancelar incapacidad',
  hasReason: true,
  locksFirst: { reference: 'empleado', called: 'employee' },
  // The last one first, or the one before it could not be taken back in one call.
  oneByOne: (first, second) => second.fecha_inicio.localeCompare(first.fecha_inicio),
  fields: ['empleado', 'tipo', 'fecha_inicio', 'fecha_fin'],
  run: async ({ context, batch, move, reason }) => {
    for (const row of batch.remaining) {
      const { id, folio, empleado, tipo, fecha_fin } = row
      const all = await rowsBelow(context, 'Incapacidad', {
        parent: 'empleado',
        ids: [empleado],
        fields: ['folio', 'tipo', 'clase', 'fecha_inicio', 'estado'],
      })
      const later = (all.get(empleado) ?? []).find(
        (other) =>
          other.estado !== 'cancelada' &&
          other.clase === 'subsecuente' &&
          other.tipo === tipo &&
          other.fecha_inicio === dayAfter(fecha_fin),
      )
      if (later === undefined) move(row, { told: { motivo: reason } })
      else {
        const message = CONTINUED_BY({ folio, later: later.folio })
        batch.refuse(id, { code: 'INVALID_STATE', message })
      }
    }
  },
})
