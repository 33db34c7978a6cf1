import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { realmOfHostName } from '../tenancy/store/realm-address.ts'
import { makeExport } from '../transfer/export/make-export.ts'
import { agreedUsers, type ExportScope } from '../transfer/store/export-scope.ts'
import type { CommandDependencies } from './command-dependencies.ts'
import { withCommandTools } from './command-tools.ts'
import { hostOption, parseCommand, UsageProblem } from './usage-problem.ts'

export const EXPORT_HELP = `Exports an organization into an archive in Zulip's form.

  npm run chat -w @oficina/chat -- export FILE --realm HOST [--public | --agreed]

  FILE             the archive, .tar.gz; it must not exist yet
  --realm HOST     the host of the organization
  --public         only what everybody in it may see
  --agreed         that, and the private data of those who agreed to its export

Without either, everything. It holds no password, key or token. With the embedded PostgreSQL the service must be
stopped meanwhile; with DATABASE_URL it may run.

Ends with 0 when the archive is written, with 1 when that fails, with 2 when it is called otherwise.
`

const OPTIONS = {
  realm: { type: 'string' },
  public: { type: 'boolean' },
  agreed: { type: 'boolean' },
} as const

export async function runExportCommand(
  dependencies: CommandDependencies,
  args: readonly string[],
): Promise<void> {
  const { values, file } = parseCommand(args, OPTIONS)
  const host = hostOption(values.realm)
  if (values.public === true && values.agreed === true) {
    throw new UsageProblem('Either --public or --agreed, not both.')
  }
  const target = resolve(file)
  const isThere = await stat(target).then(
    () => true,
    () => false,
  )
  if (isThere) throw new UsageProblem(`${file} exists already.`)
  await withCommandTools(dependencies, async (tools) => {
    const realmId = await realmOfHostName(tools.database, host)
    if (realmId === undefined) throw new Error(`there is no organization at ${host}`)
    const scope = async (): Promise<ExportScope> => {
      if (values.public === true) return { kind: 'public' }
      if (values.agreed !== true) return { kind: 'everything' }
      return { kind: 'agreed', userIds: await agreedUsers(tools.database, realmId) }
    }
    // On the disk of the archive, to which it is moved in one step.
    const work = `${target}.${process.pid}.part`
    const order = { realmId, scope: await scope(), target, work: join(work) }
    const messages = await makeExport(tools, order)
    dependencies.output.write(`${file}: ${messages.toLocaleString('en')} messages.\n`)
  })
}
