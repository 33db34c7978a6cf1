import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
export const PROCESS_KEY = 'clave-de-los-procesos'

export interface DocumentsProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Everything that it printed. */
  readonly printed: () => string
  render(slug: string, data: object, signal?: AbortSignal): Promise<TestAnswer>
  convert(bytes: string | Buffer, filename: string): Promise<TestAnswer>
  health(): Promise<TestAnswer>
  /** The processes of its offices, none but those that convert. */
  offices(): Promise<readonly number[]>
  /** Whether one of its offices has a document. */
  hasJob(): Promise<boolean>
  /** As an operator does. Gives its exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts the service as an operator does; resolves when it listens. */
export async function startDocumentsProcess(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<DocumentsProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      API_KEY: PROCESS_KEY,
      TEMPLATES_DIR: `${folder}/templates`,
      IMAGES_DIR: `${folder}/images`,
      TMP_DIR: `${folder}/tmp`,
      OFFICE_SPARES: '0',
      PORT: '0',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => lines.push(String(chunk)))
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message) resolve(String(message.url))
    })
    // What it printed is whole then.
    child.once('close', (code) =>
      reject(new Error(`the service ended with ${code}: ${lines.join('')}`)),
    )
  })
  const headers = { 'x-api-key': PROCESS_KEY }
  return {
    child,
    url,
    printed: () => lines.join(''),
    render: (slug, data, signal) =>
      exchange(`${url}/render`, 'POST', {
        headers,
        body: { slug, data, format: 'pdf' },
        ...(signal !== undefined && { signal }),
      }),
    convert: (bytes, filename) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), filename)
      return exchange(`${url}/convert`, 'POST', { headers, body: form })
    },
    health: () => exchange(`${url}/health`, 'GET', {}),
    offices: () => officesBelow(child.pid ?? 0),
    hasJob: async () => {
      const inside = await readdir(settings['TMP_DIR'] ?? `${folder}/tmp`, { recursive: true })
      return inside.some((path) => /job-\d+$/.test(path))
    },
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function officesBelow(pid: number): Promise<readonly number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = listed.split(' ').flatMap((text) => (text.trim() === '' ? [] : [Number(text)]))
  const own = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const below = await Promise.all(children.map(officesBelow))
  return [...(own.includes('soffice.bin') ? [pid] : []), ...below.flat()]
}
