import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { OfficeInstance } from './office-instance.ts'
import { removeLeftovers } from './office-leftovers.ts'
import type { OfficeProblem } from './office-problem.ts'
import { BridgeClosed, UnoException } from './urp-connection.ts'
import type { UnoProperties } from './urp-writer.ts'

interface PoolLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface OfficePoolOptions {
  /** Finds the `soffice` to run, or undefined when none is installed. */
  readonly findOffice: () => Promise<string | undefined>
  readonly tmpDir: string
  /** Simultaneous conversions, each with an office process of its own. */
  readonly size: number
  /** Time for one conversion in milliseconds; waiting for a turn does not count. */
  readonly timeoutMs: number
  /** Jobs that may wait; one more is refused as `busy`. */
  readonly queueLimit: number
  /** An office is replaced after this many conversions, because it grows by about 0.3 MB with each. */
  readonly recycleAfter: number
  readonly log: PoolLog
}

export interface PdfOptions {
  /** PDF/A-2b, for archives. */
  readonly isPdfA?: boolean
}

export interface PoolStats {
  readonly queued: number
  readonly active: number
  readonly instances: number
  readonly conversions: number
  readonly failures: number
  readonly restarts: number
}

interface Job {
  readonly docx: Buffer
  readonly filterData: UnoProperties
  readonly signal: AbortSignal | undefined
  readonly settle: (result: Result<Buffer, OfficeProblem>) => void
}

interface Slot {
  instance: OfficeInstance | undefined
  isBusy: boolean
}

// A document that grew an office beyond this leaves the memory to the next ones.
const MAX_RESIDENT_BYTES = 600 * 1024 * 1024
const PDF_MARK = '%PDF-'
// A page of pictures with lossless compression; a larger file is read in vain by anybody.
const ZIP_MARK = Buffer.from('PK\u0003\u0004', 'latin1')
const PDF_A_2B = 2

/**
 * A pool of warm office processes. Jobs wait in the order they came; a process that hangs is killed with its whole
 * group, one that dies is replaced and its job tried once more on a fresh one.
 * @source docs/decisions/0120-office-pool.md
 */
export class OfficePool {
  readonly #options: OfficePoolOptions
  readonly #slots: readonly Slot[]
  readonly #queue: Job[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #counts = { conversions: 0, failures: 0, restarts: 0 }
  #isClosed = false

  constructor(options: OfficePoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.size }, () => ({
      instance: undefined,
      isBusy: false,
    }))
  }

  /** Removes what a killed service left behind and starts the processes, so that the first conversion is not a slow one. */
  async warm(): Promise<void> {
    await mkdir(this.#options.tmpDir, { recursive: true })
    await removeLeftovers(this.#options.tmpDir)
    const idle = this.#slots.filter((slot) => !slot.isBusy && slot.instance === undefined)
    await Promise.all(
      idle.map((slot) => this.#occupy(slot, () => this.#ensure(slot).then(() => undefined))),
    )
  }

  /** Converts a .docx to PDF. Never throws. */
  async convert(
    docx: Buffer,
    options: PdfOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<Result<Buffer, OfficeProblem>> {
    if (this.#isClosed) return fail({ kind: 'unavailable', reason: 'the service is stopping' })
    // LibreOffice would make a PDF even of an empty file; only what begins like a .docx is handed over.
    if (!docx.subarray(0, ZIP_MARK.length).equals(ZIP_MARK)) {
      return fail({ kind: 'failed', reason: 'the file is not a .docx' })
    }
    if (this.#queue.length >= this.#options.queueLimit) {
      return fail({ kind: 'busy', queued: this.#queue.length })
    }
    const { signal } = options
    return await new Promise((resolve) => {
      const job = { docx, filterData: filterDataOf(options), signal, settle: resolve }
      this.#queue.push(job)
      signal?.addEventListener('abort', () => this.#abandon(job), { once: true })
      this.#dispatch()
    })
  }

  stats(): PoolStats {
    return {
      ...this.#counts,
      queued: this.#queue.length,
      active: this.#slots.filter(({ isBusy }) => isBusy).length,
      instances: this.#slots.filter(({ instance }) => instance !== undefined).length,
    }
  }

  /** The process groups that run now, for supervision and tests. */
  processIds(): readonly number[] {
    return this.#slots.flatMap(({ instance }) =>
      instance === undefined ? [] : [instance.processId],
    )
  }

  /** Refuses new and waiting jobs, lets the running ones finish, and ends the processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#queue.splice(0)) {
      job.settle(fail({ kind: 'unavailable', reason: 'the service is stopping' }))
    }
    await Promise.all(this.#running)
    await Promise.all(this.#slots.map((slot) => this.#drop(slot)))
  }

  #abandon(job: Job): void {
    const place = this.#queue.indexOf(job)
    if (place < 0) return
    this.#queue.splice(place, 1)
    job.settle(fail({ kind: 'abandoned' }))
  }

  #dispatch(): void {
    for (const slot of this.#slots.filter(({ isBusy }) => !isBusy)) {
      const job = this.#queue.shift()
      if (job === undefined) return
      const run = this.#occupy(slot, () => this.#run(slot, job))
      this.#running.add(run)
      run.finally(() => this.#running.delete(run)).catch(() => undefined)
    }
  }

  async #occupy(slot: Slot, work: () => Promise<void>): Promise<void> {
    slot.isBusy = true
    try {
      await work()
    } finally {
      slot.isBusy = false
      this.#dispatch()
    }
  }

  async #run(slot: Slot, job: Job): Promise<void> {
    const first = await this.#attempt(slot, job)
    // The process died under it: perhaps another's fault, so it gets one more chance on a fresh one.
    const result = first === 'died' ? await this.#attempt(slot, job) : first
    const settled: Result<Buffer, OfficeProblem> =
      result === 'died'
        ? fail({ kind: 'failed', reason: 'the office ended in the middle, twice' })
        : result
    if (settled.ok) this.#counts.conversions += 1
    else this.#counts.failures += 1
    job.settle(settled)
    await this.#recycle(slot)
  }

  async #attempt(slot: Slot, job: Job): Promise<Result<Buffer, OfficeProblem> | 'died'> {
    const instance = await this.#ensure(slot)
    if (!instance.ok) return instance
    const folder = join(instance.value.folder, `job-${randomBytes(6).toString('hex')}`)
    try {
      await mkdir(folder, { mode: 0o700 })
      const source = join(folder, 'document.docx')
      await writeFile(source, job.docx)
      return await this.#store(slot, instance.value, {
        job,
        source,
        target: join(folder, 'document.pdf'),
      })
    } catch (error) {
      if (error instanceof UnoException) return fail({ kind: 'failed', reason: error.type })
      await this.#drop(slot)
      if (error instanceof BridgeClosed) return 'died'
      return fail({ kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #store(
    slot: Slot,
    instance: OfficeInstance,
    {
      job,
      source,
      target,
    }: { readonly job: Job; readonly source: string; readonly target: string },
  ): Promise<Result<Buffer, OfficeProblem>> {
    const { timeoutMs } = this.#options
    const state = { isLate: false }
    const timer = setTimeout(() => {
      state.isLate = true
      this.#options.log.warn({ timeoutMs, pid: instance.processId }, 'conversion took too long')
      // Closes the bridge, which ends the call below.
      void this.#drop(slot)
    }, timeoutMs)
    try {
      const isLoaded = await instance.storeAsPdf(source, target, job.filterData)
      return isLoaded
        ? await readPdf(target)
        : fail({ kind: 'failed', reason: 'the file could not be read' })
    } catch (error) {
      if (state.isLate) return fail({ kind: 'timeout', timeoutMs })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #ensure(slot: Slot): Promise<Result<OfficeInstance, OfficeProblem>> {
    if (slot.instance?.isAlive === true) return ok(slot.instance)
    await this.#drop(slot)
    const officePath = await this.#options.findOffice()
    if (officePath === undefined) return fail({ kind: 'unavailable', reason: 'not installed' })
    try {
      slot.instance = await OfficeInstance.start({ officePath, tmpDir: this.#options.tmpDir })
      this.#counts.restarts += 1
      this.#options.log.info({ pid: slot.instance.processId }, 'office process started')
      return ok(slot.instance)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the office does not start')
      return fail({ kind: 'unavailable', reason: 'it does not start' })
    }
  }

  /** Replaces an office that has done its work, after the answer has left and before the next job comes. */
  async #recycle(slot: Slot): Promise<void> {
    const { instance } = slot
    if (instance === undefined || this.#isClosed) return
    const isDue =
      instance.conversions >= this.#options.recycleAfter ||
      (await instance.residentBytes()) > MAX_RESIDENT_BYTES
    if (!isDue) return
    this.#options.log.info({ conversions: instance.conversions }, 'recycling an office process')
    await this.#drop(slot)
    await this.#ensure(slot)
  }

  async #drop(slot: Slot): Promise<void> {
    const { instance } = slot
    slot.instance = undefined
    await instance?.destroy()
  }
}

function filterDataOf(options: PdfOptions): UnoProperties {
  // Logos stay as they are: the default would recompress every picture as JPEG.
  const common = { UseLosslessCompression: true, ReduceImageResolution: false }
  return options.isPdfA === true ? { ...common, SelectPdfVersion: PDF_A_2B } : common
}

/** Success is a file that begins as a PDF does, never an exit code. */
async function readPdf(path: string): Promise<Result<Buffer, OfficeProblem>> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return fail({ kind: 'failed', reason: 'no file was written' })
  try {
    const bytes = await readFile(file)
    return bytes.subarray(0, PDF_MARK.length).toString('latin1') === PDF_MARK
      ? ok(bytes)
      : fail({ kind: 'failed', reason: 'what was written is not a PDF' })
  } finally {
    await file.close()
  }
}
