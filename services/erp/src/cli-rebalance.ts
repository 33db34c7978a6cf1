import type { Database } from '@oficina/kit/database.ts'

import type { Placement } from './schema/distribution.ts'
import { nodeLoads, plannedMoves } from './store/schema/rebalance-store.ts'

/** The usage of `erp rebalance`, for the help text. */
export const REBALANCE_HELP = `  npm run erp -w @oficina/erp -- rebalance --dry-run
      on a Citus cluster: what each node holds, and which companies' data would move where to even it out; moves nothing
`

interface RebalanceTools {
  readonly owner: Database
  readonly placement: Placement
  readonly print: (line: string) => void
  readonly printProblem: (line: string) => void
}

const BYTES_PER_MB = 1_048_576

/** Tells what Citus would move between nodes. @returns the exit code */
export async function runRebalance(
  words: readonly string[],
  { owner, placement, print, printProblem }: RebalanceTools,
): Promise<number> {
  if (words.join(' ') !== '--dry-run') {
    printProblem(
      'rebalance needs --dry-run: it only tells what would move. Citus itself moves it, while the service runs: ' +
        'select citus_rebalance_start(); as the owner of the database, and select * from citus_rebalance_status();',
    )
    return 2
  }
  if (placement === 'one server') {
    printProblem(
      'DATABASE_URL names no Citus cluster, so everything is on one server and nothing can move',
    )
    return 1
  }
  for (const { node, companies, parts, bytes } of await nodeLoads(owner)) {
    print(`${node} holds ${companies} companies in ${parts} parts, ${megabytes(bytes)}`)
  }
  const moves = await plannedMoves(owner)
  for (const { bytes, companies, from, tables, to } of moves) {
    print(
      `would move ${companies} companies from ${from} to ${to}: ${tables} tables, ${megabytes(bytes)}`,
    )
  }
  const total = moves.reduce((sum, { bytes }) => sum + bytes, 0)
  print(
    moves.length === 0
      ? 'nothing would move'
      : `${moves.length} moves, ${megabytes(total)}; select citus_rebalance_start(); begins them`,
  )
  return 0
}

function megabytes(bytes: number): string {
  return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
}
