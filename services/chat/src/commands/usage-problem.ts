import { parseArgs, type ParseArgsConfig } from 'node:util'

/** A command that was not called as its help says. */
export class UsageProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageProblem'
  }
}

/** The options and the only file of a command. @throws UsageProblem */
export function parseCommand<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new UsageProblem('One FILE is needed.')
    return { values, file }
  } catch (error) {
    if (error instanceof UsageProblem) throw error
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
}

const HOST = /^[\w.-]+(?::\d+)?$/

/** @throws UsageProblem */
export function hostOption(value: string | undefined): string {
  if (value === undefined || !HOST.test(value)) {
    throw new UsageProblem(
      '--realm is needed: the host of the organization, such as chat.example.com',
    )
  }
  return value.toLowerCase()
}

/** An address without a slash at its end. @throws UsageProblem */
export function urlOption(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (!/^https?:\/\/[^\s/]+\/?$/.test(value)) {
    throw new UsageProblem(`${name} must be an address such as https://chat.example.com`)
  }
  return value.replace(/\/$/, '')
}
