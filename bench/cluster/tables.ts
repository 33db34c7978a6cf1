import type { Row } from './stages.ts'
import type { Measured } from './throughput-stage.ts'

/** A line of the table, as it stands in docs/scaling.md, and below it what was found amiss. */
export function describeRow(row: Row): string {
  const retried = Object.entries(row.retried)
    .map(([reason, times]) => `${times} ${reason}`)
    .join(', ')
  const cells = [
    row.what,
    row.requests,
    retried === '' ? 'none' : retried,
    row.unanswered === 0 ? '0' : `${row.unanswered} (${row.unansweredButDone} happened)`,
    row.failed,
    row.lost,
    row.doubled,
    row.wrong,
    row.secondsUntilWell.toFixed(1),
  ]
  return [`| ${cells.join(' | ')} |`, ...row.examples.map((example) => `    ${example}`)].join('\n')
}

/** A line of the table of throughput: what a request costs, part by part, in milliseconds of a processor. */
export function describeMeasured(measured: Measured): string {
  const { service, processes, perSecond, processorMs, faults } = measured
  const parts = Object.entries(processorMs).map(([part, ms]) => `${part} ${ms}`)
  return `| ${[service, processes, perSecond, parts.join(', '), faults].join(' | ')} |`
}
