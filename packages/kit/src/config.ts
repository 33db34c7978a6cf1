import { fail, ok, type Result } from './result.ts'

/** What is wrong with one environment variable, in words for the operator. */
export interface ConfigProblem {
  readonly variable: string
  readonly message: string
}

/** The raw environment as `main.ts` reads it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one variable's text; the error says what is allowed, without repeating a secret. */
type Reader<T> = (raw: string) => Result<T, string>

export interface Setting<T> {
  readonly variable: string
  readonly read: Reader<T>
  /** The value when the variable is absent or empty; without it the variable is required. */
  readonly fallback?: { readonly value: T }
}

type Values<S extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never
}

/**
 * Reads every setting from the environment and reports all problems at once.
 * An empty variable counts as absent, because compose files and shells set empty ones by habit.
 */
export function parseConfig<S extends Readonly<Record<string, Setting<unknown>>>>(
  settings: S,
  environment: Environment,
): Result<Values<S>, readonly ConfigProblem[]> {
  const values: Record<string, unknown> = {}
  const problems: ConfigProblem[] = []
  for (const [name, setting] of Object.entries(settings)) {
    const read = readSetting(setting, environment)
    if (read.ok) values[name] = read.value
    else problems.push({ variable: setting.variable, message: read.error })
  }
  // The loop above fills exactly the keys of S with what their readers return.
  return problems.length > 0 ? fail(problems) : ok(values as Values<S>)
}

function readSetting(setting: Setting<unknown>, environment: Environment): Result<unknown, string> {
  const raw = environment[setting.variable]
  if (raw === undefined || raw === '') {
    return setting.fallback === undefined ? fail('is required') : ok(setting.fallback.value)
  }
  return setting.read(raw)
}

export function required<T>(variable: string, read: Reader<T>): Setting<T> {
  return { variable, read }
}

export function optional<T>(variable: string, read: Reader<T>): Setting<T | undefined> {
  return { variable, read, fallback: { value: undefined } }
}

export function defaulted<T>(variable: string, read: Reader<T>, value: T): Setting<T> {
  return { variable, read, fallback: { value } }
}

export const text: Reader<string> = (raw) => ok(raw)

export function integer(min: number, max: number): Reader<number> {
  return (raw) => {
    const value = Number(raw)
    return /^-?\d+$/.test(raw) && value >= min && value <= max
      ? ok(value)
      : fail(`must be a whole number from ${min} to ${max}`)
  }
}

/** A decimal number, for sizes in megabytes such as `0.5`. */
export function decimal(min: number, max: number): Reader<number> {
  return (raw) => {
    const value = Number(raw)
    return /^\d+(\.\d+)?$/.test(raw) && value >= min && value <= max
      ? ok(value)
      : fail(`must be a number from ${min} to ${max}`)
  }
}

/** A TCP port; 0 asks the system for a free one. */
export const port: Reader<number> = integer(0, 65_535)

export function choice<const T extends string>(allowed: readonly T[]): Reader<T> {
  return (raw) => {
    const found = allowed.find((value) => value === raw)
    return found === undefined ? fail(`must be one of ${allowed.join(', ')}`) : ok(found)
  }
}

export const flag: Reader<boolean> = (raw) => {
  if (raw === '1' || raw === 'true') return ok(true)
  if (raw === '0' || raw === 'false') return ok(false)
  return fail('must be 1, 0, true or false')
}

export function matching(pattern: RegExp, description: string): Reader<string> {
  return (raw) => (pattern.test(raw) ? ok(raw) : fail(`must be ${description}`))
}

export function url(protocols: readonly string[]): Reader<string> {
  return (raw) =>
    URL.canParse(raw) && protocols.includes(new URL(raw).protocol)
      ? ok(raw)
      : fail(`must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
}

/** Origins with commas, each as a browser writes it: scheme, host and port, nothing behind. */
export const origins: Reader<readonly string[]> = (raw) => {
  const given = raw.split(',').map((part) => part.trim())
  const wrong = given.find((part) => !URL.canParse(part) || new URL(part).origin !== part)
  return wrong === undefined
    ? ok(given)
    : fail('must be origins such as https://console.example.com, with commas, without paths')
}

/** The lines that an operator reads when a service cannot start; values are never shown. */
export function describeProblems(service: string, problems: readonly ConfigProblem[]): string {
  const lines = problems.map((problem) => `  ${problem.variable} ${problem.message}`)
  return [`${service} cannot start, its environment is not complete:`, ...lines].join('\n')
}
