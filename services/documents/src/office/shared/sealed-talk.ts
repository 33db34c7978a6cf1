import { randomBytes } from 'node:crypto'

import { rest } from '@oficina/kit/rest.ts'
import type { Heard, NatsLink } from '@oficina/nats/nats-link.ts'

import type { OfficeProblem } from '../office-problem.ts'
import { SEAL_BYTES, type Seal } from './seal.ts'

/** What one process asks another about a conversion. */
export type JobCall = { readonly job: string } &
  /** A piece of the document, of who has it. */
  (
    | { readonly kind: 'document'; readonly offset: number }
    /** How the conversion goes, of who does it: answered when it is over, or after a second. */
    | { readonly kind: 'progress' }
    /** A piece of the PDF. */
    | { readonly kind: 'pdf'; readonly offset: number }
    /** Nobody waits for it any more, or the PDF has arrived. */
    | { readonly kind: 'forget' }
  )

export type Progress =
  | { readonly kind: 'working' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly problem: OfficeProblem }
  | { readonly kind: 'done'; readonly sizeBytes: number }

/** `nobody`: the process is gone. `silent`: no answer, or none that is ours. */
type Told =
  | { readonly kind: 'told'; readonly bytes: Buffer }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent' }

// Small beside what NATS takes, so that others' messages pass in between.
const PIECE_BYTES = 512 * 1024
// Longer than a process takes a second for.
const CALL_TIMEOUT_MS = 4_000
// Of a piece, in a row: a message may be lost.
const MAX_LOST = 3
const LOST_PAUSE_MS = 250

/** Calls between processes over NATS, sealed, of any length. */
export class SealedTalk {
  readonly #link: NatsLink
  readonly #seal: Seal
  /** How others call this process. */
  readonly self = randomBytes(12).toString('hex')

  constructor(link: NatsLink, seal: Seal) {
    this.#link = link
    this.#seal = seal
  }

  /** A subject of these processes. Another form of what they say takes another number. */
  subject(name: string): string {
    return `oficina.documents.${this.#seal.name}.1.${name}`
  }

  async call(process: string, call: JobCall): Promise<Told> {
    const subject = this.subject(`process.${process}`)
    return await this.ask(subject, call, placeOf(call))
  }

  /** @param replyPlace what the answer is sealed for */
  async ask(subject: string, message: object, replyPlace: string): Promise<Told> {
    const sealed = this.#seal.close(subject, Buffer.from(JSON.stringify(message)))
    if (sealed.length > this.#link.maxBytes) return { kind: 'silent' }
    const answer = await this.#link.ask(subject, sealed, CALL_TIMEOUT_MS)
    if (answer.kind !== 'answered') return answer
    const bytes = this.#seal.open(replyPlace, answer.data)
    return bytes === undefined ? { kind: 'silent' } : { kind: 'told', bytes }
  }

  /** Answers calls of other processes; undefined: not at all. */
  answerCalls(answer: (call: JobCall) => Promise<Buffer | undefined>): void {
    const subject = this.subject(`process.${this.self}`)
    this.#link.listen(subject, (heard) => {
      const call = this.read(subject, heard) as JobCall | undefined
      if (call === undefined) return
      void this.#answerCall(heard, call, answer(call))
    })
  }

  async #answerCall(
    heard: Heard,
    call: JobCall,
    answered: Promise<Buffer | undefined>,
  ): Promise<void> {
    // Who asks notices that there is no answer.
    const bytes = await answered.catch(() => undefined)
    if (bytes !== undefined) this.answer(heard, placeOf(call), bytes)
  }

  answer(heard: Heard, place: string, bytes: Uint8Array): void {
    heard.answer(this.#seal.close(place, bytes))
  }

  /** What another process of this version says; undefined for what a stranger does. */
  read(subject: string, { data }: Heard): unknown {
    const bytes = this.#seal.open(subject, data)
    return bytes === undefined ? undefined : JSON.parse(bytes.toString())
  }

  /** As much of it as one message may hold. */
  piece(bytes: Buffer, offset: number): Buffer {
    const length = Math.min(PIECE_BYTES, this.#link.maxBytes - SEAL_BYTES)
    return bytes.subarray(offset, offset + Math.max(0, length))
  }

  /** All pieces in their order; undefined when the other process has them no more. */
  async fetch(
    process: string,
    { job, kind }: { readonly job: string; readonly kind: 'document' | 'pdf' },
    sizeBytes: number,
  ): Promise<Buffer | undefined> {
    const pieces: Buffer[] = []
    let offset = 0
    let lost = 0
    while (offset < sizeBytes) {
      const told = await this.call(process, { kind, job, offset })
      if (told.kind === 'nobody' || (told.kind === 'told' && told.bytes.length === 0))
        return undefined
      if (told.kind === 'told') {
        pieces.push(told.bytes)
        offset += told.bytes.length
        lost = 0
      } else {
        lost += 1
        if (lost === MAX_LOST) return undefined
        await rest(LOST_PAUSE_MS)
      }
    }
    return Buffer.concat(pieces)
  }
}

function placeOf(call: JobCall): string {
  return 'offset' in call ? `${call.kind} ${call.job} ${call.offset}` : `${call.kind} ${call.job}`
}
