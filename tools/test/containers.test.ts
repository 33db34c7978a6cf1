import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

import { parse } from 'yaml'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface ComposeService {
  readonly image?: string
  readonly build?: { readonly context: string; readonly target: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
}

// The file is ours; what it lacks fails the assertions below.
const compose = parse(read('compose.yaml')) as Compose
const dockerfile = read('Dockerfile')
const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map((match) => match[1])

test('compose runs PostgreSQL and the three services', () => {
  assert.deepEqual(Object.keys(compose.services).toSorted(), [
    'chat',
    'documents',
    'erp',
    'postgres',
  ])
})

test('every build target that compose names stands in the Dockerfile', () => {
  for (const { build } of Object.values(compose.services)) {
    if (build !== undefined) assert.ok(targets.includes(build.target), build.target)
  }
})

test('every file that the Dockerfile copies and runs exists', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap((match) =>
    (match[1] ?? '').split(' ').slice(0, -1),
  )
  const run = [...dockerfile.matchAll(/^CMD \["node", "([^"]+)"\]$/gm)].map(
    (match) => match[1] ?? '',
  )
  assert.equal(run.length, 3)
  assert.deepEqual(
    [...copied, ...run].filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})

test('the Dockerfile copies the manifest of every workspace', () => {
  const workspaces = [
    'packages/http',
    'packages/kit',
    'packages/postgres',
    'packages/testkit',
    'services/chat',
    'services/documents',
    'services/erp',
    'tools',
  ]
  for (const path of workspaces) assert.ok(dockerfile.includes(`COPY ${path}/package.json`), path)
})

test('every file and volume that compose mounts exists or is declared', () => {
  for (const { volumes = [] } of Object.values(compose.services)) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      const isKnown = source.startsWith('./')
        ? existsSync(join(ROOT, source))
        : source in compose.volumes
      assert.ok(isKnown, source)
    }
  }
})

test('every variable that compose asks for stands in .env.example, and the other way round', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map((match) => match[1] ?? '')
  const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map((match) => match[1] ?? '')
  assert.deepEqual([...new Set(asked)].toSorted(), offered.toSorted())
})

test('every variable that compose or the images set is documented', () => {
  const pages = [
    'docs/operating.md',
    'services/documents/README.md',
    'services/erp/README.md',
    'services/chat/README.md',
  ]
  const documented = pages.map(read).join('\n')
  const fromCompose = Object.entries(compose.services)
    .filter(([name]) => name !== 'postgres')
    .flatMap(([, service]) => Object.keys(service.environment ?? {}))
  const fromImages = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/(\w+)=/g)].map((pair) => pair[1] ?? ''),
  )
  const missing = [...new Set([...fromCompose, ...fromImages])].filter(
    (name) => !documented.includes(`\`${name}\``),
  )
  assert.deepEqual(missing, [])
})

test('no container runs as root, and each answers a health check', () => {
  assert.equal([...dockerfile.matchAll(/^USER node$/gm)].length, 3)
  assert.equal([...dockerfile.matchAll(/^HEALTHCHECK /gm)].length, 3)
})
