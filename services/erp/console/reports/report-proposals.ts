import { api } from '../session/api.ts'
import type { Report } from './report-declaration.ts'
import type { Asked } from './report-parameters.ts'

/** The records that a report proposes, such as the accounting period of the day; without an answer it proposes none. */
export async function findProposals(
  report: Report,
  today: string,
  signal: AbortSignal,
): Promise<Asked> {
  const found = await Promise.all(
    report.parameters.map(async ({ name, references, default: proposal }) => {
      if (references === null || proposal?.filter === undefined) return []
      const query = new URLSearchParams(proposal.filter.replaceAll('$hoy', today))
      query.set('per_page', '1')
      query.set('count', 'false')
      try {
        const { data } = await api<readonly { readonly id: number }[]>(
          `/${encodeURIComponent(references)}?${query.toString()}`,
          { signal },
        )
        return data.slice(0, 1).map(({ id }) => [name, String(id)] as const)
      } catch {
        return []
      }
    }),
  )
  return Object.fromEntries(found.flat())
}
