import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROUTES } from '../../src/routes.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'

let erp: ErpTest
let company: Company
let all: readonly Report[]

interface Words {
  readonly es: string
  readonly en: string
}

interface Report {
  readonly name: string
  readonly label: Words
  readonly help: Words
  readonly module: string
  readonly path: string
  readonly rights: readonly { model: string; right: string; whole: boolean }[]
  readonly parameters: readonly Parameter[]
  readonly alternatives: readonly (readonly string[])[]
  readonly paged: boolean
  readonly file: { content_type: string; extension: string } | null
  readonly rows: Rows | null
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly label: Words
  readonly help: Words | null
  readonly type: string
  readonly required: boolean
  readonly references: string | null
  readonly choices: readonly { value: string; label: Words }[] | null
  readonly default: { value?: string; hint?: string } | null
  readonly only_if: { parameter: string; values: readonly string[] } | null
}

interface Rows {
  readonly path: string
  readonly columns: readonly Column[]
  readonly totals: readonly { path: string; label: Words; column: string | null }[]
  readonly groups: readonly string[]
  readonly tree: { level: string; parent: string | null; key: string } | null
}

interface Column {
  readonly name: string
  readonly label: Words
  readonly type: string
  readonly hidden: boolean
  readonly references: Target | null
  readonly text: string | null
  readonly currency: { column: string | null } | null
  readonly choices: readonly unknown[] | null
  readonly opens: Opens | null
}

type Target = string | { parameter: string; models: Record<string, string> }
type Source = { row?: string; meta?: string; parameter?: string }
type Opens =
  | { readonly model: Target; readonly id: Source }
  | { readonly report: string; readonly parameters: Readonly<Record<string, Source>> }

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  const answer = await erp.admin.get(`${API}/reports`)
  assert.equal(answer.status, 200, answer.text)
  all = answer.json.data
})

after(() => erp.stop())

test('every report of the API is in the catalog, and nothing else', () => {
  const reports = ROUTES.map(({ path }) => path).filter((path) =>
    path.startsWith(`${API}/reports/`),
  )
  assert.deepEqual(
    all.map(({ path }) => path),
    reports,
  )
  assert.ok(reports.length >= 16)
})

test('each report is told in both languages, belongs to a module, and has a name of its own', async () => {
  const { modules } = (await erp.client.get(`${API}/metadata`)).json.data
  const known = new Set(modules.map(({ name }: { name: string }) => name))
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length)
  for (const { name, label, help, module, parameters, rows } of all) {
    assert.ok(known.has(module), `${name}: ${module}`)
    const words = [
      label,
      help,
      ...parameters.map((one) => one.label),
      ...parameters.flatMap((one) => one.help ?? []),
      ...parameters.flatMap(({ choices }) => choices?.map((one) => one.label) ?? []),
      ...(rows?.columns ?? []).map((one) => one.label),
      ...(rows?.totals ?? []).map((one) => one.label),
    ]
    for (const { es, en } of words)
      assert.ok(es.length > 1 && en.length > 1, `${name}: ${es} ${en}`)
  }
})

test('what the catalog names exists: models, columns, parameters, and what a value opens', async () => {
  const { modules } = (await erp.client.get(`${API}/metadata`)).json.data
  const models = new Set<string>(
    modules.flatMap((one: { models: { name: string }[] }) => one.models.map(({ name }) => name)),
  )
  for (const report of all) {
    const parameters = new Set(report.parameters.map(({ name }) => name))
    for (const set of report.alternatives) assert.ok(set.every((one) => parameters.has(one)))
    for (const { references, only_if: onlyIf, type } of report.parameters) {
      assert.equal(type === 'reference', references !== null)
      assert.ok(references === null || models.has(references), `${report.name}: ${references}`)
      assert.ok(onlyIf === null || parameters.has(onlyIf.parameter))
    }
    if (report.rows !== null) checkRows(report.name, report.rows, { models, parameters })
  }
})

interface Known {
  readonly models: ReadonlySet<string>
  readonly parameters: ReadonlySet<string>
}

function checkRows(name: string, { columns, totals, groups, tree }: Rows, known: Known): void {
  const names = new Set(columns.map((one) => one.name))
  assert.equal(names.size, columns.length, name)
  const isColumn = (one: string | null | undefined) =>
    one === null || one === undefined || names.has(one)
  assert.ok(groups.every(isColumn) && totals.every(({ column }) => isColumn(column)), name)
  assert.ok(tree === null || [tree.level, tree.parent, tree.key].every(isColumn), name)
  for (const { name: column, text, currency, references, opens } of columns) {
    const at = `${name}.${column}`
    assert.ok(isColumn(text) && isColumn(currency?.column), at)
    for (const target of targets(references)) assert.ok(known.models.has(target), at)
    if (opens !== null) checkOpening(at, opens, { ...known, isColumn })
  }
}

function checkOpening(
  at: string,
  opens: Opens,
  known: Known & { readonly isColumn: (name: string | undefined) => boolean },
): void {
  const sources = 'report' in opens ? Object.values(opens.parameters) : [opens.id]
  for (const { row, parameter } of sources) {
    assert.ok(known.isColumn(row), at)
    assert.ok(parameter === undefined || known.parameters.has(parameter), at)
  }
  if ('model' in opens) {
    for (const target of targets(opens.model)) assert.ok(known.models.has(target), at)
  } else {
    const opened = all.find(({ name }) => name === opens.report)
    const takes = new Set(opened?.parameters.map(({ name }) => name))
    assert.ok(
      Object.keys(opens.parameters).every((one) => takes.has(one)),
      at,
    )
  }
}

function targets(target: Target | null): readonly string[] {
  if (target === null) return []
  return typeof target === 'string' ? [target] : Object.values(target.models)
}

test('a report opens with what the catalog proposes', async () => {
  const today = new Date(erp.clock.now()).toISOString().slice(0, 10)
  for (const report of all.filter(({ file, name }) => file === null && name !== 'audit-trail')) {
    const query = new URLSearchParams()
    for (const parameter of report.parameters) {
      const value = proposed(parameter, today)
      if (value !== undefined) query.set(parameter.name, value)
      else if (parameter.required) query.set(parameter.name, '1')
    }
    const answer = await erp.admin.get(`${report.path}?${query.toString()}`)
    const isUnknown = answer.status === 404 && report.parameters.some(({ required }) => required)
    assert.ok(answer.status === 200 || isUnknown, `${report.name}: ${answer.text}`)
    if (answer.status !== 200) continue
    for (const { path } of report.rows?.totals ?? []) {
      assert.ok(
        Object.hasOwn(answer.json.meta, path.replace('meta.', '')),
        `${report.name} ${path}`,
      )
    }
    assert.equal(Object.hasOwn(answer.json.meta, 'pages'), report.paged, report.name)
  }
})

function proposed({ default: hint, type }: Parameter, today: string): string | undefined {
  if (hint?.value !== undefined) return hint.value
  if (hint?.hint === 'today') return today
  if (hint?.hint === 'month_start') return `${today.slice(0, 8)}01`
  assert.ok(hint === null || hint?.hint === 'current_period', type)
  return undefined
}

test('the catalog holds what the caller may open: its list is the rights that the reports hold', async () => {
  const entries = await company.profile('POLIZAS', {
    grants: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer'],
  })
  const nobody = await company.person('sin-nada', [])
  const reader = await company.person('lectora', [entries])
  assert.deepEqual((await nobody.client.get(`${API}/reports`)).json.data, [])
  const seen: readonly Report[] = (await reader.client.get(`${API}/reports`)).json.data
  const open = new Set(seen.map(({ name }) => name))
  assert.ok(open.has('trial-balance') && !open.has('kardex'))
  for (const { name, path, parameters } of all.filter((one) => one.name !== 'audit-trail')) {
    const query = new URLSearchParams(
      parameters
        .filter(({ required }) => required)
        .map((one) => [one.name, one.choices?.[0]?.value ?? '1']),
    )
    const answer = await reader.client.get(`${path}?${query.toString()}`)
    assert.equal(answer.status !== 403, open.has(name), `${name}: ${answer.text}`)
  }
  const balance = seen.find(({ name }) => name === 'trial-balance')
  assert.deepEqual(
    balance?.parameters.map(({ name }) => name),
    ['desde', 'hasta'],
    'a period needs a right of its own',
  )
  assert.deepEqual(balance?.alternatives, [['desde', 'hasta']])
  const party = seen.find(({ name }) => name === 'party-balances')
  assert.equal(party?.rows?.columns.find(({ name }) => name === 'tercero')?.opens, null)
})

test('the catalog is spared a second answer, and refuses parameters', async () => {
  const first = await erp.admin.get(`${API}/reports`)
  const etag = first.headers.get('etag') ?? ''
  const second = await erp.admin.get(`${API}/reports`, { headers: { 'if-none-match': etag } })
  assert.equal(second.status, 304)
  assert.equal((await erp.admin.get(`${API}/reports?page=1`)).status, 422)
})
