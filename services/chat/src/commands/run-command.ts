import type { CommandDependencies } from './command-dependencies.ts'
import { runExportCommand, EXPORT_HELP } from './export-command.ts'
import { IMPORT_HELP, runImportCommand } from './import-command.ts'
import { REALM_HELP, runRealmCommand } from './realm-command.ts'
import { UsageProblem } from './usage-problem.ts'

interface Command {
  readonly help: string
  /** What it tells at its end. */
  readonly run: (dependencies: CommandDependencies, args: readonly string[]) => Promise<void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  import: { help: IMPORT_HELP, run: runImportCommand },
  export: { help: EXPORT_HELP, run: runExportCommand },
  realm: { help: REALM_HELP, run: runRealmCommand },
}

const HELP = `chat: without a command, runs the service

  npm run chat -w @oficina/chat -- import FILE --realm HOST     an archive into a new organization
  npm run chat -w @oficina/chat -- export FILE --realm HOST     an organization into an archive
  npm run chat -w @oficina/chat -- realm create --realm HOST …  another organization on this server
  npm run chat -w @oficina/chat -- COMMAND --help               what a command takes
`

const [DONE, FAILED, MISUSED] = [0, 1, 2] as const

/** Runs a command of the command line; returns the exit code. */
export async function runCommand(
  dependencies: CommandDependencies,
  [name = '', ...args]: readonly string[],
): Promise<number> {
  const { output, progress } = dependencies
  if (name === '--help' || name === 'help') return say(output, HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    progress.write(`There is no command ${JSON.stringify(name)}.\n\n${HELP}`)
    return MISUSED
  }
  if (args.includes('--help') || args.includes('-h')) return say(output, command.help)
  try {
    await command.run(dependencies, args)
    return DONE
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof UsageProblem) {
      progress.write(`${reason}\n\n${command.help}`)
      return MISUSED
    }
    dependencies.log.debug({ err: error }, 'the command failed')
    progress.write(`\nThe ${name} failed: ${reason}\n`)
    return FAILED
  }
}

function say(output: CommandDependencies['output'], text: string): number {
  output.write(text)
  return DONE
}
