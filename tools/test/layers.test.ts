import assert from 'node:assert/strict'
import { test } from 'node:test'

import { wrongWays } from '../house/layers.ts'
import { CHAT, roomReport } from '../house/rooms.ts'
import { importsOf, isProduct, readSources } from '../house/sources.ts'

const sources = readSources()

// What makes a statement: the tag and its companions, or text for the database.
const MAKES_SQL =
  /import (?!type\b)[^;']*'@oficina\/kit\/sql\.ts'|\.(?:query|execute)\(\s*['"`](?:[^'"`]*)['"`]/

const isStore = (path: string) => path.includes('/store/')

/** Pure builders of text, which run nothing: a request or a rule to a condition or a statement that a store runs. */
const isPureSql = (path: string) => /^services\/erp\/src\/(?:query|visibility)\//.test(path)

test('statements stand in stores and nowhere else', () => {
  const found = [...sources]
    .filter(([path]) => path.startsWith('services/') && isProduct(path))
    .filter(([path, text]) => !isStore(path) && !isPureSql(path) && MAKES_SQL.test(text))
    .map(([path]) => path)
  assert.deepEqual(found, [])
})

/** A circle for each import that closes one, as the files on the way around. */
function circles(): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start !== -1) found.push([...trail.slice(start), path].join(' → '))
    if (start !== -1 || done.has(path)) return
    trail.push(path)
    for (const next of importsOf(sources, path)) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const path of sources.keys()) visit(path)
  return found
}

test('no file imports itself on a way through others, not even for a type', () => {
  assert.deepEqual(circles(), [])
})

test('imports go down the layers, and what is pure knows no input or output', () => {
  assert.deepEqual(wrongWays(sources), [])
})

test('an import that goes up is found, for its types too, and one down is not', () => {
  const folder = 'services/erp/src/'
  const wrong = wrongWays(
    new Map([
      [`${folder}store/a.ts`, `import type { B } from '../actions/b.ts'\n`],
      [`${folder}actions/b.ts`, `import { a } from '../store/a.ts'\n`],
      [`${folder}query/c.ts`, `import { readFile } from 'node:fs/promises'\n`],
      [`${CHAT.root}tenancy/d.ts`, `import type { E } from '../events/e.ts'\n`],
      [`${CHAT.root}events/e.ts`, `import type { D } from '../tenancy/d.ts'\n`],
    ]),
  )
  assert.deepEqual(wrong, [
    `${folder}store/a.ts → ${folder}actions/b.ts`,
    `${folder}query/c.ts → node:fs/promises`,
    `${CHAT.root}tenancy/d.ts → ${CHAT.root}events/e.ts`,
  ])
})

test('what every room of the chat stands on knows none of them', () => {
  const { root } = CHAT
  const below = [`${root}tenancy/`, `${root}access/`]
  const isRoom = (path: string) => CHAT.rooms.some((room) => path.startsWith(`${root}${room}/`))
  const found = [...sources.keys()]
    .filter((path) => below.some((folder) => path.startsWith(folder)))
    .flatMap((path) => importsOf(sources, path).map((target) => [path, target] as const))
    .filter(([, target]) => isRoom(target))
  assert.deepEqual(found, [])
})

const WIRE = 'services/chat/wire/'

test('what the chat says of the wire knows neither the service nor the console', () => {
  const found = [...sources.keys()]
    .filter((path) => path.startsWith(WIRE))
    .flatMap((path) => importsOf(sources, path).map((target) => [path, target] as const))
    .filter(([, target]) => target.startsWith('services/') && !target.startsWith(WIRE))
  assert.deepEqual(found, [])
})

test('the chat’s console takes types alone from what is said of the wire', () => {
  const values = /import (?!type\b)(?:[^;']*?)from '[./]*\/wire\//
  const found = [...sources].filter(
    ([path, text]) => path.startsWith('services/chat/console/') && values.test(text),
  )
  assert.deepEqual(
    found.map(([path]) => path),
    [],
  )
})

const ERP_MODULES = 'services/erp/src/actions/business/'

/** What each module of the ERP's actions knows of the others: what sells knows what is owed, never the other way round. */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  apertura: ['contabilidad', 'cuentas-por-pagar', 'inventario'],
  cfdi: ['contabilidad'],
  compras: ['contabilidad', 'inventario'],
  configuracion: [],
  contabilidad: ['tesoreria'],
  'cuentas-por-cobrar': ['cfdi', 'contabilidad', 'tesoreria'],
  'cuentas-por-pagar': ['compras', 'contabilidad', 'cuentas-por-cobrar', 'tesoreria'],
  inventario: ['contabilidad'],
  nomina: ['cfdi', 'contabilidad', 'tesoreria'],
  'recursos-humanos': [],
  seguridad: [],
  tesoreria: ['contabilidad', 'cuentas-por-pagar'],
  ventas: [
    'cfdi',
    'compras',
    'contabilidad',
    'cuentas-por-cobrar',
    'cuentas-por-pagar',
    'inventario',
  ],
}

/** The module of the ERP's actions in which a source lies; none beside or outside of them. */
function moduleOf(path: string): string | null {
  if (!path.startsWith(ERP_MODULES)) return null
  const [module = '', file] = path.slice(ERP_MODULES.length).split('/')
  return file === undefined ? null : module
}

test('a module of the ERP knows those that the table names, and no other', () => {
  const found = [...sources.keys()].flatMap((path) => {
    const own = moduleOf(path)
    if (own === null) return []
    return importsOf(sources, path)
      .filter((target) => {
        const other = moduleOf(target)
        return other !== null && other !== own && !(KNOWS[own] ?? []).includes(other)
      })
      .map((target) => `${path} → ${target}`)
  })
  assert.deepEqual(found, [])
})

// By `npx node tools/house/rooms.ts` one sees which rooms reach most into which others.
const MIN_NEAR = 0.85

test('what belongs together in the chat lies in one room', () => {
  const { imports, near, crossings } = roomReport(sources)
  const most = crossings.slice(0, 5).map(([pair, count]) => `${count} ${pair}`)
  assert.ok(near >= MIN_NEAR * imports, `${near} of ${imports} stay near; ${most.join(', ')}`)
})
