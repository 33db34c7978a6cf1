import { EARLIER_PERIOD_NOT_OPENED } from '../../../messages/payroll-periods.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { documentAction } from '../document-action.ts'

const NAME_FIELDS = ['grupo.clave', 'ejercicio', 'numero'] as const

/**
 * Opens periods, of each group in their order: what is paid in one counts in those after it.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const abrirPeriodo = documentAction('PeriodoNomina', {
  name: 'abrir_periodo',
  label: 'Abrir periodo',
  folio: NAME_FIELDS,
  fields: [...NAME_FIELDS, 'grupo', 'fecha_inicio'],
  locksFirst: { reference: 'grupo', called: 'group' },
  run: async ({ context, batch, move }) => {
    const groups = [...new Set(batch.remaining.map(({ grupo }) => grupo))]
    const all = await rowsBelow(context, 'PeriodoNomina', {
      parent: 'grupo',
      ids: groups,
      fields: [...NAME_FIELDS, 'fecha_inicio', 'estado'],
    })
    const together = new Set<string>()
    const inOrder = batch.remaining.toSorted((first, second) =>
      first.fecha_inicio < second.fecha_inicio ? -1 : 1,
    )
    for (const row of inOrder) {
      const earlier = (all.get(row.grupo) ?? []).find(
        ({ id, estado, fecha_inicio }) =>
          estado === 'futuro' && fecha_inicio < row.fecha_inicio && !together.has(id),
      )
      if (earlier === undefined) {
        together.add(row.id)
        move(row, {})
        continue
      }
      const message = EARLIER_PERIOD_NOT_OPENED({
        period: named(row),
        earlier: named(earlier),
      })
      batch.refuse(row.id, { code: 'INVALID_STATE', field: 'estado', message })
    }
  },
})

type Named = Readonly<Record<(typeof NAME_FIELDS)[number], unknown>>

/** `QUIN 2026 3` */
function named(period: Named): string {
  return NAME_FIELDS.map((field) => String(period[field])).join(' ')
}
