import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const STAND_INS = resolve(import.meta.dirname, 'stand-ins')
const NAMES = ['curl', 'jq'] as const

/** How the machine's own curl and jq are taken: where they are, or not at all. */
type Preference = 'own first' | 'stand-ins first'

/**
 * Runs commands one after the other in one shell, as a reader types them; where the machine has no curl or jq, with
 * stand-ins for both. Returns what each of them said.
 */
export async function runSteps(
  commands: readonly string[],
  { folder, preference }: { readonly folder: string; readonly preference: Preference },
): Promise<readonly string[]> {
  const bin = await standIns(folder)
  const path = process.env['PATH'] ?? ''
  const mark = '@@ end of a step @@'
  const script = commands.map((command) => `${command}\nprintf '\\n%s\\n' '${mark}'\n`).join('')
  // What a command complains of is part of what it says.
  const shell = spawn('sh', ['-c', 'exec sh -s 2>&1'], {
    cwd: folder,
    env: {
      ...process.env,
      no_proxy: '127.0.0.1',
      PATH: (preference === 'own first' ? [path, bin] : [bin, path]).join(delimiter),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(shell, 'close')
  shell.stdin.end(script)
  const said = await text(shell.stdout)
  await ended
  return said
    .split(`\n${mark}\n`)
    .slice(0, commands.length)
    .map((answer) => answer.replaceAll('\r', '').trim())
}

async function standIns(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  for (const name of NAMES) {
    const file = join(bin, name)
    await writeFile(
      file,
      `#!/bin/sh\nexec '${process.execPath}' '${join(STAND_INS, `${name}.ts`)}' "$@"\n`,
    )
    await chmod(file, 0o755)
  }
  return bin
}
