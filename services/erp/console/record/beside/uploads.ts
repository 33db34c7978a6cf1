import { useEffect, useRef, useState } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/surroundings.ts'
import { uploadAttachment, type Attachment, type Owner } from './attachment-files.ts'

/** A file on its way, or one that did not arrive. */
export interface Sending {
  readonly id: string
  readonly name: string
  readonly sent: number
  readonly of: number
  readonly problem: string | undefined
}

export interface Uploads {
  readonly sending: readonly Sending[]
  /** What keeps files from being sent at all. */
  readonly problem: string | undefined
  add(files: readonly File[]): void
  /** Stops one that is on its way, or forgets one that failed. */
  drop(id: string): void
}

const MAX_AT_ONCE = 20
const AT_A_TIME = 2

/** Sends files to a record, two at a time; each tells how far it is and what the service says against it. */
export function useUploads(owner: Owner, onUploaded: (made: Attachment) => void): Uploads {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const turns = useRef(new Turns(AT_A_TIME)).current
  const aborts = useRef(new Map<string, AbortController>()).current
  useEffect(() => () => aborts.forEach((abort) => abort.abort()), [])
  const change = (id: string, changed: Partial<Sending>): void =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  const drop = (id: string): void => {
    aborts.get(id)?.abort()
    setSending((all) => all.filter((one) => one.id !== id))
  }
  const send = async (id: string, file: File, abort: AbortController): Promise<void> => {
    try {
      const made = await turns.run(() =>
        uploadAttachment(owner, file, {
          signal: abort.signal,
          onProgress: (sent, of) => change(id, { sent, of }),
        }),
      )
      drop(id)
      onUploaded(made)
    } catch (error) {
      if (abort.signal.aborted) return
      change(id, { problem: failureText(error) })
    } finally {
      aborts.delete(id)
    }
  }
  const add = (files: readonly File[]): void => {
    setProblem(files.length > MAX_AT_ONCE ? words('tooManyFiles') : undefined)
    for (const file of files.slice(0, MAX_AT_ONCE)) {
      const id = newId('upload')
      const isEmpty = file.size === 0
      const own = { id, name: file.name, sent: 0, of: file.size }
      setSending((all) => [...all, { ...own, problem: isEmpty ? words('emptyFile') : undefined }])
      if (isEmpty) continue
      const abort = new AbortController()
      aborts.set(id, abort)
      void send(id, file, abort)
    }
  }
  return { sending, problem, add, drop }
}

/** Lets so many tasks run at a time; the others wait in their order. */
class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
