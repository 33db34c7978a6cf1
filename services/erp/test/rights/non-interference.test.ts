import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql, trusted } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company, type Person, type ProfileSpec } from './rights-fixture.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it compares the answers of all models under random rights.

// Whatever a caller asks, the answers are word for word those that he would get if everything that is hidden from him
// were something else. Two installations with the same records; before each sequence of requests a profile is drawn, and
// in one of the two all that it hides gets other values: hidden and masked fields, and the records outside its rules.

interface World {
  readonly erp: ErpTest
  readonly company: Company
  readonly person: Person
  /** Of the person's one profile, another in each turn. */
  readonly assignment: number
}

const worlds: World[] = []

// What may be hidden, by model: columns of text, so that any value can stand in them.
const HIDEABLE = {
  Proveedor: ['razon_social', 'nombre_comercial', 'rfc', 'correo', 'telefono'],
  CentroCosto: ['nombre'],
  Departamento: ['nombre'],
} as const
type Hideable = keyof typeof HIDEABLE
const MODELS: readonly Hideable[] = ['Proveedor', 'CentroCosto', 'Departamento']
const TABLES: Readonly<Record<Hideable, string>> = {
  Proveedor: 'proveedor',
  CentroCosto: 'centro_costo',
  Departamento: 'departamento',
}
const ROWS = 6

async function world(): Promise<World> {
  const erp = await startOwnErp()
  // The audit log shows ids of requests, which are otherwise drawn anew in each world.
  const admin = erp.admin.with({ 'x-request-id': 'peticion' })
  const company = companyOf({ ...erp, admin })
  for (let index = 0; index < ROWS; index += 1) {
    const clave = `K${index}`
    await company.create('Proveedor', {
      clave,
      razon_social: `Razón ${index}`,
      nombre_comercial: `Comercial ${index % 3}`,
      rfc: `AAA01010${index + 1}AB1`,
      correo: `c${index % 2}@a.example`,
      telefono: `811234567${index}`,
      estado: index % 2 === 0 ? 'activo' : 'suspendido',
    })
    const tipo = index % 2 === 0 ? 'servicio' : 'productivo'
    await company.create('CentroCosto', { clave, nombre: `Centro ${index % 3}`, tipo })
    const center = { clave, nombre: `Área ${index % 3}`, centro_costo: index + 1 }
    await company.create('Departamento', center)
    await company.create('AuditoriaProveedor', {
      folio: clave,
      proveedor: index + 1,
      fecha: '2026-03-01',
      tipo: 'inicial',
    })
  }
  const perfil = await company.profile('NADA', {})
  const person = await company.person('lectora', [])
  const { usuario } = person
  const given = { usuario, perfil, inicio_vigencia: '2026-01-01' }
  return { erp, company, person, assignment: await company.create('UsuarioPerfil', given) }
}

/** Gives the person of a world a profile in place of the last one. */
async function give({ company, person, assignment }: World, clave: string, spec: ProfileSpec) {
  const perfil = await company.profile(clave, spec)
  const path = `${API}/UsuarioPerfil/${assignment}`
  assert.equal((await company.admin.send('PUT', path, { body: { perfil } })).status, 200)
  await person.client.post(`${API}/auth/permissions/invalidate`)
}

before(async () => {
  worlds.push(await world(), await world())
})

after(async () => {
  for (const { erp } of worlds) await erp.stop()
})

/** What is hidden by a drawn profile. */
interface Drawn {
  readonly hidden: readonly (readonly [Hideable, string])[]
  readonly masked: readonly (readonly [Hideable, string])[]
  readonly ruled: readonly Hideable[]
}

const RULES: Readonly<Record<Hideable, { readonly filtro: object; readonly outside: string }>> = {
  Proveedor: { filtro: { estado: 'activo' }, outside: `estado = 'suspendido'` },
  CentroCosto: { filtro: { tipo__in: ['servicio'] }, outside: `tipo = 'productivo'` },
  Departamento: { filtro: { clave__lte: 'K2' }, outside: `clave > 'K2'` },
}

const fields = MODELS.flatMap((model) => HIDEABLE[model].map((field) => [model, field] as const))
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    marks: fc.array(fc.constantFrom('no', 'no', 'hidden', 'masked'), {
      minLength: fields.length,
      maxLength: fields.length,
    }),
    ruled: fc.subarray([...MODELS]),
  })
  .map(({ marks, ruled }) => ({
    hidden: fields.filter((_, index) => marks[index] === 'hidden'),
    masked: fields.filter((_, index) => marks[index] === 'masked'),
    ruled,
  }))

function specOf({ hidden, masked, ruled }: Drawn): ProfileSpec {
  const said = (list: Drawn['hidden'], access: 'oculto' | 'enmascarado') =>
    Object.fromEntries(list.map(([model, field]) => [`${model}.${field}`, access]))
  return {
    grants: [
      ...[...MODELS, 'AuditoriaProveedor', 'RegistroAuditoria'].map((model) => `${model}.leer`),
      'Departamento.crear',
    ],
    fields: { ...said(hidden, 'oculto'), ...said(masked, 'enmascarado') },
    rules: ruled.map((modelo) => ({ modelo, filtro: RULES[modelo].filtro })),
  }
}

/** Gives all that is hidden other values, also where the audit log remembers it; the answer takes it back. */
async function change(
  { erp }: World,
  { hidden, masked, ruled }: Drawn,
): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    [...MODELS.map((model) => TABLES[model]), 'registro_auditoria'].map(async (table) => ({
      table,
      rows: await erp.owner.query(
        sql`select to_jsonb(t) as row from ${trusted(`public.${table}`)} t`,
      ),
    })),
  )
  // A masked value keeps what is shown of it: its end, where it is long enough.
  const other = (field: string, end: string) =>
    trusted(`"${field}" = left(md5(id || '${field}'), 6)${end}`)
  for (const [model, field] of hidden) {
    await erp.owner.execute(
      sql`update ${trusted(`public.${TABLES[model]}`)} set ${other(field, '')} where empresa_id = ${erp.empresaId}`,
    )
  }
  for (const [model, field] of masked) {
    const end = ` || case when length("${field}") >= 8 then right("${field}", 4) else '' end`
    const short = trusted(`length("${field}") >= 8`)
    await erp.owner.execute(
      sql`update ${trusted(`public.${TABLES[model]}`)} set ${other(field, end)} where empresa_id = ${erp.empresaId} and ${short}`,
    )
  }
  for (const model of ruled) {
    for (const field of HIDEABLE[model]) {
      await erp.owner
        .execute(sql`update ${trusted(`public.${TABLES[model]}`)} set ${other(field, '')}
        where empresa_id = ${erp.empresaId} and ${trusted(RULES[model].outside)}`)
    }
  }
  await changeLog(erp, [...hidden, ...masked])
  for (const model of ruled) {
    await erp.owner
      .execute(sql`update public.registro_auditoria r set despues = '{"clave": "otra"}', huella = 'otra'
      from public.modelo_sistema m where m.id = r.modelo and m.nombre = ${model}
        and r.registro in (select id::text from ${trusted(`public.${TABLES[model]}`)}
          where empresa_id = ${erp.empresaId} and ${trusted(RULES[model].outside)})`)
  }
  return async () => {
    for (const { table, rows } of kept) {
      await erp.owner.execute(sql`
        update ${trusted(`public.${table}`)} t set ${trusted(columnsOf(table))}
        from jsonb_populate_recordset(null::${trusted(`public.${table}`)},
          ${JSON.stringify(rows.map((row) => (row as { row: unknown }).row))}::jsonb) o
        where t.empresa_id = o.empresa_id and t.id = o.id`)
    }
  }
}

function columnsOf(table: string): string {
  const model = MODELS.find((name) => TABLES[name] === table)
  const names = model === undefined ? ['despues', 'huella'] : HIDEABLE[model]
  return names.map((name) => `"${name}" = o."${name}"`).join(', ')
}

async function changeLog(erp: ErpTest, hidden: Drawn['hidden']): Promise<void> {
  for (const [model, field] of hidden) {
    await erp.owner.execute(sql`update public.registro_auditoria r
      set despues = despues || jsonb_build_object(${field}::text, md5(r.id::text)), huella = md5(r.id || ${field}::text)
      from public.modelo_sistema m where m.id = r.modelo and m.nombre = ${model}`)
  }
}

const modelName = fc.constantFrom(...MODELS, 'AuditoriaProveedor' as const)
const anyField = fc.constantFrom('id', 'clave', ...fields.map(([, field]) => field))
const filter = fc
  .tuple(
    anyField,
    fc.constantFrom('', '__ne', '__gt', '__lte', '__like', '__null', '__in'),
    fc.constantFrom('K1', 'Razón 1', 'Centro 1', 'AAA010101AB1', '8112345671', 'true', 'a', '3'),
  )
  .chain(([name, suffix, value]) =>
    // Of the record itself, or of what a reference of some of these models points to.
    fc
      .constantFrom('', '', 'centro_costo__', 'proveedor__')
      .map((through) => `${through}${name}${suffix}=${encodeURIComponent(value)}`),
  )
const control = fc.oneof(
  anyField.map((name) => `sort=${name}`),
  anyField.map((name) => `sort=-${name}`),
  fc.constantFrom('lean=true', 'per_page=2&page=2'),
  fc.constantFrom('q=comercial', 'q=centro', 'q=raz', 'q=aaa', 'q=k'),
  fc
    .uniqueArray(anyField, { minLength: 1, maxLength: 3 })
    .map((names) => `fields=${names.join(',')}`),
  fc.constantFrom('format=csv', 'format=csv&headers=label'),
  fc
    .array(filter, { minLength: 1, maxLength: 2 })
    .map((all) => `or=${encodeURIComponent(all.join('&'))}`),
  anyField.map((name) => `group_by=${name}`),
  anyField.map((name) => `group_by=centro_costo,${name}&sort=-count`),
)
const listing = fc
  .tuple(modelName, fc.array(filter, { maxLength: 2 }), fc.array(control, { maxLength: 2 }))
  .map(([model, filters, controls]) => `/${model}?${[...filters, ...controls].join('&')}`)
const id = fc.integer({ min: 1, max: ROWS + 1 })
const reading = fc.oneof(
  { weight: 6, arbitrary: listing },
  { weight: 2, arbitrary: fc.tuple(modelName, id).map(([model, n]) => `/${model}/${n}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...MODELS), id)
      .map(([model, n]) => `/reports/audit-trail/${model}/${n}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/RegistroAuditoria?per_page=100',
      '/RegistroAuditoria?q=1&sort=-id',
      '/RegistroAuditoria?antes__null=true',
      '/RegistroAuditoria?sort=huella',
      '/RegistroAuditoria?format=csv',
    ),
  },
  { weight: 1, arbitrary: fc.constant('/auth/permissions') },
)
/** A file that names cost centers in words, of which nothing is kept. */
const trial = fc
  .constantFrom('K1', 'K2 Centro 2', 'K1 Centro 1', 'K0', '2')
  .map((words) => ({ body: `clave,nombre,centro_costo\nNUEVA,Nueva,${words}\n` }))
type Call = string | { readonly body: string }
const calls: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.oneof({ weight: 8, arbitrary: reading }, { weight: 1, arbitrary: trial }),
  { minLength: 10, maxLength: 25 },
)

async function answer({ client }: Person, call: Call): Promise<TestAnswer> {
  if (typeof call === 'string') return await client.get(API + call)
  return await client.send('POST', `${API}/Departamento/import?dry_run=true`, {
    headers: { 'content-type': 'text/csv' },
    body: call.body,
  })
}

/** All that a client sees, but what names the request. */
function seen({ status, headers, text }: TestAnswer) {
  const shown = ['etag', 'content-type', 'content-disposition']
  return { status, text, headers: shown.map((name) => headers.get(name)) }
}

const turns = { count: 0 }

test('no answer depends on what a profile hides: fields, masks, and records outside its rules', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, calls, async (profile, sequence) => {
      turns.count += 1
      const clave = `P${turns.count}`
      await Promise.all(worlds.map((world) => give(world, clave, specOf(profile))))
      const [one, other] = worlds
      assert.ok(one !== undefined && other !== undefined)
      const undo = await change(other, profile)
      try {
        for (const call of sequence) {
          const mine = await answer(one.person, call)
          const his = await answer(other.person, call)
          assert.notEqual(mine.status, 500, `${JSON.stringify(call)}: ${mine.text}`)
          assert.deepEqual(seen(his), seen(mine), JSON.stringify(call))
        }
      } finally {
        await undo()
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 6) },
  )
})
