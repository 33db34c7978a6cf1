import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../erp-service.ts'

export const API = '/api/v1'
export const PASSWORD = 'secreto-de-prueba'

/** What a profile of a test says. */
export interface ProfileSpec {
  readonly grants?: readonly string[]
  readonly refusals?: readonly string[]
  /** `Modelo.campo` to what the profile says of it. */
  readonly fields?: Readonly<Record<string, 'oculto' | 'lectura' | 'edicion' | 'enmascarado'>>
  /** Each limits everything, unless it says what. */
  readonly rules?: readonly RuleSpec[]
  readonly padre?: number
}

interface RuleSpec {
  readonly modelo: string
  readonly filtro: object
  readonly aplica_lectura?: boolean
  readonly aplica_escritura?: boolean
  readonly aplica_borrado?: boolean
}

export interface Person {
  readonly client: HttpClient
  readonly usuario: number
}

/** The company of the first administrator, with means to make people with rights in it. */
export interface Company {
  readonly erp: ErpTest
  readonly admin: HttpClient
  create(model: string, body: object): Promise<number>
  catalog(table: 'moneda' | 'unidad_medida', clave?: string): Promise<number>
  permission(clave: string): Promise<number>
  field(name: string): Promise<number>
  model(name: string): Promise<number>
  profile(clave: string, spec: ProfileSpec): Promise<number>
  /** A user with these profiles, logged in. */
  person(usuario: string, profiles: readonly number[], more?: object): Promise<Person>
}

export function companyOf(erp: ErpTest): Company {
  const { admin } = erp
  const create = async (model: string, body: object): Promise<number> => {
    const answer = await admin.post(`${API}/${model}`, body)
    assert.equal(answer.status, 201, `${model}: ${answer.text}`)
    return answer.json.data.id
  }
  const one = async (statement: ReturnType<typeof sql>, what: string): Promise<number> => {
    const [row] = await erp.owner.query<{ id: number }>(statement)
    assert.ok(row, what)
    return row.id
  }
  const company: Company = {
    erp,
    admin,
    create,
    catalog: (table, clave) =>
      table === 'moneda'
        ? one(sql`select id from public.moneda where clave = ${clave ?? 'MXN'}`, 'moneda')
        : one(sql`select id from public.unidad_medida order by id limit 1`, 'unidad_medida'),
    permission: (clave) =>
      one(sql`select id from public.permiso_sistema where clave = ${clave}`, clave),
    field: (name) =>
      one(
        sql`select f.id from public.campo_sistema f join public.modelo_sistema m on m.id = f.modelo
          where m.nombre || '.' || f.nombre = ${name}`,
        name,
      ),
    model: (name) => one(sql`select id from public.modelo_sistema where nombre = ${name}`, name),
    profile: (clave, spec) => makeProfile(company, clave, spec),
    person: async (usuario, profiles, more = {}) => {
      const id = await create('Usuario', {
        usuario,
        nombre: usuario,
        password: PASSWORD,
        estado: 'activo',
        ...more,
      })
      for (const perfil of profiles) {
        await create('UsuarioPerfil', { usuario: id, perfil, inicio_vigencia: '2026-01-01' })
      }
      return { client: await erp.logIn(usuario, PASSWORD), usuario: id }
    },
  }
  return company
}

async function makeProfile(company: Company, clave: string, spec: ProfileSpec): Promise<number> {
  const create = (model: string, body: object) => company.create(model, body)
  const inherits = spec.padre === undefined ? {} : { padre: spec.padre }
  const perfil = await create('Perfil', { clave, nombre: clave, ...inherits })
  const rights = [
    ...(spec.grants ?? []).map((key) => [key, true] as const),
    ...(spec.refusals ?? []).map((key) => [key, false] as const),
  ]
  for (const [key, concedido] of rights) {
    await create('PerfilPermiso', { perfil, permiso: await company.permission(key), concedido })
  }
  for (const [name, said] of Object.entries(spec.fields ?? {})) {
    const acceso = said === 'enmascarado' ? 'oculto' : said
    const campo = await company.field(name)
    await create('PerfilCampo', { perfil, campo, acceso, enmascarar: said === 'enmascarado' })
  }
  for (const [index, { modelo, ...rule }] of (spec.rules ?? []).entries()) {
    const all = { aplica_lectura: true, aplica_escritura: true, aplica_borrado: true }
    const isPartial = Object.keys(rule).some((name) => name.startsWith('aplica'))
    await create('ReglaRegistro', {
      nombre: `${clave} ${index}`,
      perfil,
      modelo: await company.model(modelo),
      ...(isPartial ? {} : all),
      ...rule,
    })
  }
  return perfil
}

/** `[status, code, field]` of an answer that refuses. */
export function refusal({ status, json }: TestAnswer): readonly [number, string, string | null] {
  const [error] = json.errors ?? [{ code: 'none' }]
  return [status, error.code, error.field ?? null]
}
