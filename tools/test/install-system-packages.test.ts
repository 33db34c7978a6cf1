import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const folder = await mkdtemp(join(tmpdir(), 'oficina-packages-'))
after(() => rm(folder, { recursive: true, force: true }))
const MODULE = pathToFileURL(join(import.meta.dirname, '../install-system-packages.ts')).href
const isRoot = process.getuid?.() === 0

/** A machine on whose PATH are these programs alone; each notes how it was called. */
async function machine(name: string, programs: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  for (const [program, script] of Object.entries(programs)) {
    const text = `#!/bin/sh\necho "${program} $*" >> '${path}.log'\n${script}\n`
    await writeFile(join(path, program), text, { mode: 0o755 })
  }
  return path
}

async function ensure(path: string): Promise<{ missing: unknown; output: string; calls: string }> {
  const script = `import { ensureSystemPackages } from '${MODULE}'
    const { missing } = await ensureSystemPackages(['office', 'poppler'])
    process.stdout.write('\\n' + JSON.stringify(missing))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  await new Promise((resolve) => child.once('close', resolve))
  const output = chunks.join('')
  return {
    missing: JSON.parse(output.slice(output.lastIndexOf('\n') + 1)),
    output,
    calls: await readFile(`${path}.log`, 'utf8').catch(() => ''),
  }
}

const SUDO = 'while [ "$1" = -n ] || [ "$1" != "${1#*=}" ]; do shift; done; [ "$1" = true ] || "$@"'

/** An apt-get that installs these programs, as far as the test is concerned. */
function installing(path: string, ...programs: readonly string[]): string {
  const made = programs.map(
    (program) => `echo '#!/bin/sh' > '${path}/${program}'; /bin/chmod 755 '${path}/${program}'`,
  )
  return `case "$*" in *install*) ${made.join('; ')} ;; esac`
}

test('what is there already is not installed', async () => {
  const path = await machine('complete', { soffice: '', pdftoppm: '', 'apt-get': '' })
  const { missing, calls } = await ensure(path)
  assert.deepEqual([missing, calls], [[], ''])
})

test('what is missing is installed, and nothing else', async () => {
  const script = installing(join(folder, 'partial'), 'pdftoppm')
  const path = await machine('partial', { soffice: '', 'apt-get': script, sudo: SUDO })
  const { missing, calls } = await ensure(path)
  assert.deepEqual(missing, [])
  assert.match(calls, /^apt-get install .* poppler-utils$/m)
  assert.equal(calls.includes('libreoffice'), false)
  assert.equal(calls.includes('sudo'), !isRoot)
})

test('what the installation did not bring is missing', async () => {
  const script = installing(join(folder, 'failing'), 'pdftoppm')
  const path = await machine('failing', { 'apt-get': `${script}\nexit 100`, sudo: SUDO })
  const { missing, output } = await ensure(path)
  assert.deepEqual(missing, ['office'])
  assert.match(output, /installing libreoffice-writer-nogui .*poppler-utils/)
  assert.match(output, /the installation failed/)
})

test('a machine without apt-get is told what it lacks, and nothing is tried', async () => {
  const { missing, output, calls } = await ensure(await machine('foreign', { sudo: SUDO }))
  assert.deepEqual([missing, calls], [['office', 'poppler'], ''])
  assert.match(output, /cannot install libreoffice-writer-nogui/)
})
