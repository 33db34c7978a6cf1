import type { BackupResult } from './backup-stage.ts'
import type { Row } from './stages.ts'
import type { Measured } from './throughput-stage.ts'

export const ROW_HEAD = `| killed | requests | tried again | unacknowledged writes | failed | lost | doubled | wrong | seconds until all is well |
|---|---|---|---|---|---|---|---|---|`

export const MEASURED_HEAD = `| service | processes | a second | milliseconds of processor for one | faults |
|---|---|---|---|---|`

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

export function describeBackup({
  nodes,
  backupSeconds,
  restoreSeconds,
  checks,
}: BackupResult): string {
  const lines = checks.map(
    ({ what, acknowledged, restored, writtenAfter, isEqual }) =>
      `| ${[what, acknowledged, restored, writtenAfter, isEqual ? 'equal' : 'DIFFERENT'].join(' | ')} |`,
  )
  return [
    `${nodes} nodes copied in ${backupSeconds} s, restored and started in ${restoreSeconds} s`,
    '| | at the restore point | restored | written after it | |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
