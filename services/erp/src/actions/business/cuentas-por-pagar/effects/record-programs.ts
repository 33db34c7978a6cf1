import { AUDIT_COUNTER } from '../../../../store/audit-store.ts'
import type { ActionContext } from '../../action.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import type { DocumentDeed } from '../../record-deeds.ts'
import { recordAll } from '../../record-deeds.ts'
import type { ProgramFacts } from '../program-facts.ts'
import { invoiceDeed, writeBalances, type MovedInvoice } from './write-balances.ts'

/** Writes the invoices that payment programmes moved, and records both in the audit log. */
export async function recordPrograms(
  context: ActionContext,
  action: { readonly name: string; readonly reason: string | null },
  {
    programs,
    moved,
    lines,
  }: {
    readonly programs: readonly DocumentDeed[]
    readonly moved: readonly MovedInvoice[]
    readonly lines: ProgramFacts['lines']
  },
): Promise<void> {
  await writeBalances(context, moved)
  const deeds = [
    ...programs.map(({ id, folio, before, after, more }) => ({
      model: 'ProgramacionPago',
      id,
      before: { estado: before },
      after: { folio, estado: after, ...more },
      event: after,
    })),
    ...moved.map((one) => {
      const { id } = one.before.invoice
      const by = programs.filter((program) =>
        lines.get(program.id)?.some(({ cuenta }) => cuenta === id),
      )
      return invoiceDeed(
        one,
        by.map(({ folio }) => folio),
      )
    }),
  ]
  const { numbers } = await takeNumbering(context.tx, context.caller.empresa, {
    counters: new Map([[AUDIT_COUNTER, deeds.length]]),
    series: [],
  })
  await recordAll(context, action, { deeds, numbers })
}
