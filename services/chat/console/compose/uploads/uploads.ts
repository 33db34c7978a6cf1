import { signal, type Signal } from '@preact/signals'
import { formatBytes } from '@oficina/web/formats.ts'

import type { UploadAnswer } from '../../../wire/files.ts'
import { ApiFailure, upload } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/compose.ts'

interface UploadNow {
  readonly id: number
  readonly name: string
  readonly sent: number
  readonly of: number
  /** Why it failed. */
  readonly problem: string | undefined
  /** Whether sending it again may help. */
  readonly canRetry: boolean
}

/** The uploads of one box, and what writes their links into its text. */
export interface Uploads {
  readonly list: Signal<readonly UploadNow[]>
  readonly add: (files: readonly File[]) => void
  readonly retry: (id: number) => void
  readonly cancel: (id: number) => void
  readonly cancelAll: () => void
}

/** How the box is written into: `insert` at the caret, `replace` wherever the text stands, or at the end. */
export interface UploadText {
  readonly insert: (text: string) => void
  readonly replace: (text: string, by: string) => void
}

interface Held {
  readonly file: File
  abort: AbortController
  readonly placeholder: string
}

// More at a time would only share the line; the rest waits.
const AT_A_TIME = 2
const MEBIBYTE = 1_048_576

/** Uploads for a box: a placeholder stands in the text until the link takes its place. */
export function makeUploads(text: UploadText): Uploads {
  const list = signal<readonly UploadNow[]>([])
  const held = new Map<number, Held>()
  const running = new Set<number>()
  const change = (id: number, now: Partial<UploadNow>): void => {
    list.value = list.peek().map((one) => (one.id === id ? { ...one, ...now } : one))
  }
  const drop = (id: number): void => {
    running.delete(id)
    held.delete(id)
    list.value = list.peek().filter((one) => one.id !== id)
  }
  const begin = (): void => {
    for (const { id, problem } of list.peek()) {
      if (running.size >= AT_A_TIME) return
      if (problem === undefined && !running.has(id)) void run(id)
    }
  }
  const run = async (id: number): Promise<void> => {
    const one = held.get(id)
    if (one === undefined) return
    running.add(id)
    try {
      const { url } = await upload<UploadAnswer>('/user_uploads', one.file, {
        signal: one.abort.signal,
        onProgress: (sent, of) => change(id, { sent, of }),
      })
      text.replace(one.placeholder, linkOf(one.file.name, url))
      drop(id)
    } catch (error) {
      running.delete(id)
      if (!one.abort.signal.aborted) change(id, { problem: problemOf(error) })
    }
    begin()
  }
  const cancel = (id: number): void => {
    const one = held.get(id)
    if (one === undefined) return
    one.abort.abort()
    text.replace(`${one.placeholder}\n`, '')
    text.replace(one.placeholder, '')
    drop(id)
    begin()
  }
  return {
    list,
    add: (files) => {
      for (const file of files) {
        const id = newUploadId()
        const tooLarge = tooLargeProblem(file)
        const placeholder = `[${words('uploading', { name: labelOf(file.name) })}]()`
        held.set(id, { file, abort: new AbortController(), placeholder })
        list.value = [
          ...list.peek(),
          {
            id,
            name: file.name,
            sent: 0,
            of: file.size,
            problem: tooLarge,
            canRetry: tooLarge === undefined,
          },
        ]
        if (tooLarge === undefined) text.insert(`${placeholder}\n`)
      }
      begin()
    },
    retry: (id) => {
      const one = held.get(id)
      if (one === undefined || tooLargeProblem(one.file) !== undefined) return
      one.abort = new AbortController()
      change(id, { problem: undefined, sent: 0 })
      begin()
    },
    cancel,
    cancelAll: () => {
      for (const { id } of list.peek()) cancel(id)
    },
  }
}

const ids = { last: 0 }

function newUploadId(): number {
  ids.last += 1
  return ids.last
}

function tooLargeProblem(file: File): string | undefined {
  const limit = realm.peek()?.max_file_upload_size_mib
  if (limit === undefined || file.size <= limit * MEBIBYTE) return undefined
  return words('tooLarge', {
    size: formatBytes(file.size),
    limit: formatBytes(limit * MEBIBYTE),
  })
}

function problemOf(error: unknown): string {
  if (error instanceof ApiFailure && error.message !== '') return error.message
  return words('uploadFailed')
}

function labelOf(name: string): string {
  return name.replaceAll(/[[\]]/g, '')
}

function linkOf(name: string, url: string): string {
  return `[${labelOf(name)}](${url})`
}
