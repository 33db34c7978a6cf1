import { writeFileSync } from 'node:fs'

import { environment } from '../documents/report.ts'
import { backUpAndRestore } from './backup-stage.ts'
import { startCluster } from './cluster.ts'
import { killEach, restartAll } from './kill-stage.ts'
import { prepare } from './loads/all-loads.ts'
import { HELP, readOptions } from './options.ts'
import { missingPrograms } from './programs.ts'
import { describeBackup, describeMeasured, describeRow, MEASURED_HEAD, ROW_HEAD } from './tables.ts'
import { throughput, type Measured } from './throughput-stage.ts'

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const options = readOptions(args)
const missing = missingPrograms(options)
if (missing.length > 0) {
  process.stderr.write(`bench/cluster needs ${missing.join(', ')}\n`)
  process.exit(1)
}
const say = (text: string) => process.stdout.write(`${text}\n`)
const cluster = await startCluster(options, say, (stop) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say(`${signal}: stopping`)
      void stop().finally(() => process.exit(1))
    })
  }
})
const result: Record<string, unknown> = { ...environment(), options }
/** After each stage, so that a run that is cut off leaves what it has. */
const keep = (name: string, value: unknown) => {
  result[name] = value
  if (options.output !== undefined) {
    writeFileSync(options.output, `${JSON.stringify(result, null, 2)}\n`)
  }
}
try {
  const prepared = await prepare(cluster)
  say('all is prepared')
  if (options.stages.includes('kill')) {
    say(ROW_HEAD)
    keep('kill', await killEach(cluster, prepared, options, (row) => say(describeRow(row))))
  }
  if (options.stages.includes('restart')) {
    const row = await restartAll(cluster, prepared, options)
    say(describeRow(row))
    keep('restart', row)
  }
  if (options.stages.includes('backup')) {
    const backup = await backUpAndRestore(cluster, prepared, options.database)
    say(describeBackup(backup))
    keep('backup', backup)
  }
  if (options.stages.includes('throughput')) {
    say(MEASURED_HEAD)
    const report = (measured: Measured) => say(describeMeasured(measured))
    keep('throughput', await throughput(cluster, prepared, options.seconds, report))
  }
} finally {
  await cluster.stop()
}
process.exit(0)
