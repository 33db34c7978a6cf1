import { readableLine } from '@oficina/kit/log.ts'

/** What this file knows of a terminal: how wide it is, and where text goes. */
export interface Terminal {
  readonly columns: number
  write(text: string): unknown
}

/** How far a long step is, from a log record. */
interface Progress {
  readonly step: string
  readonly done: number
  readonly total: number
}

const DEFAULT_COLUMNS = 80
const BAR_WIDTH = 20
const UP_AND_CLEAR = '\u001B[1A\u001B[2K'

/**
 * A terminal that a person watches: log records scroll as one line each; below them stands one line for every long step
 * under way, rewritten in place.
 */
export class TerminalScreen {
  readonly #terminal: Terminal
  /** By service and step, in the order in which they began. */
  readonly #steps = new Map<string, string>()
  #drawn = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Shows one line of a service's output: a JSON record, or any other text as it is. */
  record(line: string): void {
    const record = parsed(line)
    // The banner shows it, and this line may come after it: logs are written when there is time.
    if (String(record?.['msg']).includes(' listens on http')) return
    const progress = progressOf(record?.['progress'])
    const service = record?.['service']
    if (progress === undefined || typeof service !== 'string') return this.print(readableLine(line))
    const key = `${service} ${progress.step}`
    if (progress.done < progress.total) {
      this.#steps.set(key, progressLine(service, progress, this.#width()))
      return this.#draw('')
    }
    this.#steps.delete(key)
    this.print(readableLine(JSON.stringify({ ...record, progress: undefined })))
  }

  /** Writes text that stays above the lines of the steps under way. */
  print(text: string): void {
    this.#draw(`${text}\n`)
  }

  /** Forgets the steps of a service that has ended. */
  forget(service: string): void {
    for (const key of this.#steps.keys()) {
      if (key.startsWith(`${service} `)) this.#steps.delete(key)
    }
    this.#draw('')
  }

  #draw(text: string): void {
    const lines = [...this.#steps.values()]
    this.#terminal.write(
      `${UP_AND_CLEAR.repeat(this.#drawn)}${text}${lines.map((line) => `${line}\n`).join('')}`,
    )
    this.#drawn = lines.length
  }

  #width(): number {
    return this.#terminal.columns > 0 ? this.#terminal.columns : DEFAULT_COLUMNS
  }
}

/** Cut at the terminal's width: a line that wraps could not be rewritten. */
function progressLine(service: string, { step, done, total }: Progress, width: number): string {
  const share = Math.max(0, done / total)
  const full = Math.round(share * BAR_WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  const counts = `${grouped(done)} of ${grouped(total)}`
  return `  ${service}: ${step} ${bar} ${percent}  ${counts}`.slice(0, width - 1)
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    // A JSON text that begins with a brace is an object.
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    // Text that only looks like a record is shown as it is.
    return undefined
  }
}

function progressOf(value: unknown): Progress | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('step' in value) || !('done' in value) || !('total' in value)) return undefined
  return { step: String(value.step), done: Number(value.done), total: Number(value.total) }
}
