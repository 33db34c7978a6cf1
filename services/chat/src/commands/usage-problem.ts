/** A command that was not called as its help says. */
export class UsageProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageProblem'
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
