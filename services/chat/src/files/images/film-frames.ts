import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'

import { ImageProblem } from './image-processes.ts'

/** The demuxer for each type of film: the file may not choose one that opens other files. */
const DEMUXERS: Readonly<Record<string, string>> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }

/** Whether the server shows such a file as a film. */
export function isFilm(fileName: string, contentType: string): boolean {
  return /\.(?:mp4|webm)$/i.test(fileName) && contentType in DEMUXERS
}

/** What is kept of a film as a picture: its size is known with its poster, and nobody asks for it. */
export const POSTER = { width: 0, height: 0, isAnimated: false } as const

const TIME_LIMIT_MS = 20_000
const MAX_WAITING = 100
// In bytes; a decoded frame of the largest cameras takes less.
const MAX_ALLOCATION = 256 * 1024 * 1024
const LOW_PRIORITY = 10

/** First frames of films, by ffmpeg, which need not be there. One film at a time. */
export class FilmFrames {
  readonly #ffmpeg: string
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** `ffmpeg`: the program, or its path; an empty text for none. */
  constructor(ffmpeg: string) {
    this.#ffmpeg = ffmpeg
  }

  get areWanted(): boolean {
    return this.#ffmpeg !== ''
  }

  /** Uses the frame as a picture file, which is gone afterwards. @throws ImageProblem */
  async use<T>(
    film: { readonly path: string; readonly contentType: string },
    work: (framePath: string) => Promise<T>,
  ): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new ImageProblem('busy', 'too many films are waiting')
    this.#waiting += 1
    const turn = this.#last.then(() => this.#extract(film, work))
    // One film's failure is told to whoever asked for it; the next begins all the same.
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    )
    try {
      return await turn
    } finally {
      this.#waiting -= 1
    }
  }

  async #extract<T>(
    { path, contentType }: { readonly path: string; readonly contentType: string },
    work: (framePath: string) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'oficina-film-'))
    const frame = join(folder, 'frame.png')
    try {
      const demuxer = DEMUXERS[contentType] ?? ''
      const limits = `-nostdin -v error -threads 1 -max_alloc ${MAX_ALLOCATION}`
      const input = `-protocol_whitelist file -f ${demuxer} -i`
      const output = '-map 0:v:0 -frames:v 1 -update 1 -c:v png -f image2'
      const before = `${limits} ${input}`.split(' ')
      await run(this.#ffmpeg, [...before, path, ...output.split(' '), frame])
      return await work(frame)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Without this process's environment, as every decoder of files from anybody. @throws ImageProblem */
async function run(program: string, parameters: readonly string[]): Promise<void> {
  const child = spawn(program, parameters, { env: {}, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', () => reject(new ImageProblem('unreadable', 'there is no ffmpeg')))
      child.once('spawn', () => lowerPriority(child.pid))
      child.once('exit', resolve)
    })
    if (code === null) throw new ImageProblem('failed', 'the film takes too long')
    if (code !== 0) throw new ImageProblem('unreadable', 'ffmpeg does not read the film')
  } finally {
    clearTimeout(timer)
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended already.
  }
}
