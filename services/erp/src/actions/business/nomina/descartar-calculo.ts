import { documentAction } from '../document-action.ts'
import { stampedProblem } from './stamped-problem.ts'
import { deleteReceipts, isComputedBesides, lockReceipts } from './store/receipt-store.ts'

/** Takes a run back to where it was before it was computed: nothing is left of its receipts. */
export const descartarCalculo = documentAction('Nomina', {
  name: 'descartar_calculo',
  label: 'Descartar cálculo',
  fields: ['periodo', 'periodo.estado'],
  locksFirst: { reference: 'periodo', called: 'period' },
  oneByOne: true,
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller } = context
    for (const row of batch.remaining) {
      const stamped = await stampedProblem(context, row)
      if (stamped !== null) {
        batch.refuse(row.id, stamped)
        continue
      }
      const receipts = await lockReceipts(tx, caller.empresa, row.id)
      await deleteReceipts(
        tx,
        caller.empresa,
        receipts.map(({ id }) => id),
      )
      const besides = { nomina: row.id, periodo: row.periodo }
      if (!(await isComputedBesides(tx, caller.empresa, besides))) {
        const before = { id: row.periodo, estado: row['periodo.estado'] }
        changes.amend('PeriodoNomina', before, { estado: 'abierto' })
      }
      const fields = {
        total_percepciones: null,
        total_deducciones: null,
        total_otros_pagos: null,
        neto: null,
      }
      move(row, { fields, told: { recibos: receipts.length } })
    }
  },
})
