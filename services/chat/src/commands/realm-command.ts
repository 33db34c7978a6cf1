import { parseArgs } from 'node:util'

import { isEmailAddress } from '../people/person-name.ts'
import { addRealm } from '../start/add-realm.ts'
import { openChatDatabase } from '../start/open-database.ts'
import { serverSecret } from '../tenancy/store/process-files.ts'
import type { CommandDependencies } from './command-dependencies.ts'
import { hostOption, urlOption, UsageProblem } from './usage-problem.ts'

export const REALM_HELP = `Adds an organization to the server.

  npm run chat -w @oficina/chat -- realm create --realm HOST --name NAME --owner EMAIL [--url URL]

  --realm HOST     its host, such as ventas.example.com, by which requests are told from those to other organizations
  --name NAME      its name
  --owner EMAIL    its first owner, for whom a password and an API key are made up, and printed once
  --url URL        its whole address, if that is not https:// and the host

Services that run on the database serve it at once. With the embedded PostgreSQL the service must be stopped meanwhile;
with DATABASE_URL it may run.

Ends with 0 when it is there, with 1 when that fails, with 2 when it is called otherwise.
`

const OPTIONS = {
  realm: { type: 'string' },
  name: { type: 'string' },
  owner: { type: 'string' },
  url: { type: 'string' },
} as const

export async function runRealmCommand(
  { config, log, now, output }: CommandDependencies,
  args: readonly string[],
): Promise<void> {
  const { host, name, ownerEmail, url } = readOrder(args)
  const secret = await serverSecret(config.dataDir, config.secret)
  const opened = await openChatDatabase(config, log)
  try {
    const order = { host, name, url, ownerEmail, ownerPassword: undefined, secret, now }
    const added = await addRealm(opened.database, order)
    if (!added.ok) throw new Error(added.error)
    const { password, apiKey } = added.value
    // Told once and never stored unencrypted, as at the first start.
    output.write(`${name} is at ${host}.\n`)
    output.write(`First owner: ${ownerEmail}, password: ${password}, API key: ${apiKey}\n`)
  } finally {
    await opened.close()
  }
}

function readOrder(args: readonly string[]) {
  const { values, positionals } = parsed(args)
  if (positionals.join(' ') !== 'create') throw new UsageProblem('The only command is: create')
  const { name = '', owner = '', realm, url } = values
  if (name.trim() === '') throw new UsageProblem('--name is needed: the name of the organization')
  if (!isEmailAddress(owner)) {
    throw new UsageProblem('--owner is needed: the address of the first owner')
  }
  const host = hostOption(realm)
  return { host, name: name.trim(), ownerEmail: owner, url: urlOption('--url', url) }
}

/** @throws UsageProblem */
function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
}
