import { join } from 'node:path'

import { giveOwnerPassword } from '../transfer/import/owner-password.ts'
import { runImport, type ImportReport } from '../transfer/import/run-import.ts'
import type { CommandDependencies } from './command-dependencies.ts'
import { withCommandTools } from './command-tools.ts'
import { progressBar } from './progress-bar.ts'
import { hostOption, parseCommand, urlOption } from './usage-problem.ts'

export const IMPORT_HELP = `Imports an archive into a new organization.

  npm run chat -w @oficina/chat -- import FILE --realm HOST [--url URL] [--from-url URL]…

  FILE             an export of Zulip (.tar.gz) or of Slack (.zip), or the folder that one was unpacked into
  --realm HOST     the host of the new organization, such as chat.example.com; there must be none at it
  --url URL        its whole address, if that is not https:// and the host
  --from-url URL   an address of the old server: links to it in messages lead to the new one; may be repeated

Nothing is written before the whole archive was found to be sound. An import that was interrupted goes on where it
stopped when it is started again; until it is finished, nobody can enter the organization. With the embedded
PostgreSQL the service must be stopped meanwhile; with DATABASE_URL it may run. Nothing is fetched from the network.

Ends with 0 when all is written, with 1 when the archive or the import fails, with 2 when it is called otherwise.
`

const OPTIONS = {
  realm: { type: 'string' },
  url: { type: 'string' },
  'from-url': { type: 'string', multiple: true },
} as const

export async function runImportCommand(
  dependencies: CommandDependencies,
  args: readonly string[],
): Promise<void> {
  const { values, file } = parseCommand(args, OPTIONS)
  const order = {
    path: file,
    host: hostOption(values.realm),
    url: urlOption('--url', values.url),
    oldUrls: (values['from-url'] ?? []).map((url) => urlOption('--from-url', url) ?? ''),
    workDir: join(dependencies.config.dataDir, 'imports'),
  }
  const { output, progress } = dependencies
  await withCommandTools(dependencies, async (tools) => {
    const report = await runImport(tools, order, progressBar(dependencies))
    progress.write('\n')
    output.write(reportText(report, order.host))
    const owner = await giveOwnerPassword(tools.database, report.realmId)
    // Told once and never stored unencrypted, as at the first start.
    output.write(
      `\nFirst owner: ${owner.email}, password: ${owner.password}\nEverybody else is given a password, or resets it.\n`,
    )
  })
}

const counted = (count: number) => count.toLocaleString('en')

function reportText(report: ImportReport, host: string): string {
  const { users, channels, messages, files, notCarried } = report
  const carried = `${counted(users)} accounts, ${counted(channels)} channels, ${counted(messages)} messages, ${counted(files)} files`
  const left = notCarried.map(([what, count]) => `  ${counted(count)} ${what}`)
  const rest = left.length === 0 ? 'Everything was carried.' : `Not carried:\n${left.join('\n')}`
  return `${host}: ${carried}.\n${rest}\n`
}
