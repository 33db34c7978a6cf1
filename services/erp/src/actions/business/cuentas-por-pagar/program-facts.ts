import type { ActionContext } from '../action.ts'
import { balanceOf, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findProgramLines, type ProgramLine } from './store/program-store.ts'

/** The lines of programmes and their invoices, which are locked. */
export interface ProgramFacts {
  readonly lines: ReadonlyMap<string, readonly ProgramLine[]>
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
}

export async function loadProgramFacts(
  { tx, caller }: ActionContext,
  programs: readonly { readonly id: string }[],
): Promise<ProgramFacts> {
  const ids = programs.map(({ id }) => id)
  const seen = await findProgramLines(tx, caller.empresa, ids)
  const invoices = await lockInvoices(tx, caller.empresa, [
    ...new Set(seen.map(({ cuenta }) => cuenta)),
  ])
  // Read again under the locks of the invoices: another programme may have taken of them meanwhile.
  const lines = await findProgramLines(tx, caller.empresa, ids)
  return {
    lines: Map.groupBy(lines, ({ programacion }) => programacion),
    invoices: new Map([...invoices].map(([id, row]) => [id, balanceOf(row)])),
  }
}
