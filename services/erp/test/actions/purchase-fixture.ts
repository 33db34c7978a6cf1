import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../erp-service.ts'

export const API = '/api/v1'
const PASSWORD = 'secreto-de-prueba'

/** A company with what its purchases need, beside what every new company has. */
export interface Purchasing {
  readonly client: HttpClient
  readonly moneda: number
  readonly condicion: number
  readonly unidad: number
  readonly proveedor: number
  create(model: string, body: object): Promise<number>
  update(model: string, id: number, body: object): Promise<void>
  /** A purchase with one line of this amount. */
  purchase(importe: string, more?: { compra?: object; partida?: object }): Promise<number>
  /** A budget in force with one line for an account. */
  budget(account: number, importe: string): Promise<{ presupuesto: number; partida: number }>
  act(action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  actOn(action: string, id: number, inputs?: object): Promise<TestAnswer>
  state(id: number): Promise<string>
  /** A user who may do everything around purchases, up to an amount; null: any. */
  buyer(
    usuario: string,
    limit: string | null,
  ): Promise<HttpClient & { usuarioId: number; perfil: number }>
}

/** The first of a catalog's records by its key, made where the installation has none. */
export async function purchasing(erp: ErpTest, client: HttpClient): Promise<Purchasing> {
  const create = async (model: string, body: object): Promise<number> => {
    const answer = await client.post(`${API}/${model}`, body)
    assert.equal(answer.status, 201, `${model}: ${answer.text}`)
    return answer.json.data.id
  }
  const update = async (model: string, id: number, body: object): Promise<void> => {
    const answer = await client.send('PUT', `${API}/${model}/${id}`, { body })
    assert.equal(answer.status, 200, `${model} ${id}: ${answer.text}`)
  }
  const act = (action: string, ids: readonly number[], inputs: object = {}) =>
    client.post(`${API}/Compra/actions/${action}`, { ids, ...inputs })
  const moneda = await catalogId(erp, 'moneda', 'MXN')
  const unidad = await unitId(erp)
  const condicion = await create('CondicionPago', {
    clave: '30D',
    nombre: '30 días',
    dias: 30,
    aplica: 'proveedores',
  })
  const proveedor = await create('Proveedor', {
    clave: 'P1',
    razon_social: 'Aceros del Norte, S.A.',
    rfc: 'ANO010101AB1',
    correo: 'ventas@aceros.example',
    estado: 'activo',
  })
  const counter = { next: 0 }
  const purchase: Purchasing['purchase'] = async (importe, more = {}) => {
    counter.next += 1
    const compra = await create('Compra', {
      folio: `OC-${counter.next}`,
      proveedor,
      moneda,
      condicion_pago: condicion,
      ...more.compra,
    })
    await create('CompraPartida', {
      compra,
      partida: 1,
      descripcion: 'Varilla',
      cantidad: '1',
      unidad,
      precio: importe,
      importe,
      ...more.partida,
    })
    return compra
  }
  const budget: Purchasing['budget'] = async (account, importe) => {
    const presupuesto = await create('Presupuesto', {
      clave: 'G26',
      nombre: 'Gastos 2026',
      ejercicio: 1,
      tipo: 'gastos',
      escenario: 'base',
      revision: 1,
      moneda,
      responsable: 1,
      estado: 'vigente',
    })
    const line = { presupuesto, partida: 1, cuenta_contable: account, importe }
    return { presupuesto, partida: await create('PresupuestoPartida', line) }
  }
  return {
    client,
    budget,
    moneda,
    unidad,
    condicion,
    proveedor,
    create,
    update,
    purchase,
    act,
    actOn: (action, id, inputs = {}) =>
      client.post(`${API}/Compra/${id}/actions/${action}`, inputs),
    state: async (id) => (await client.get(`${API}/Compra/${id}`)).json.data.estado,
    buyer: (usuario, limit) => buyer(erp, { create, usuario, limit }),
  }
}

async function catalogId(erp: ErpTest, table: 'moneda', clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.moneda where clave = ${clave}`,
  )
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

async function unitId(erp: ErpTest): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.unidad_medida order by id limit 1`,
  )
  assert.ok(row, 'unidad_medida')
  return row.id
}

async function buyer(
  erp: ErpTest,
  {
    create,
    usuario,
    limit,
  }: { create: Purchasing['create']; usuario: string; limit: string | null },
) {
  const perfil = await create('Perfil', { clave: usuario, nombre: usuario })
  const rights = [
    'leer',
    'crear',
    'modificar',
    'autorizar_compra',
    'cancelar_compra',
    'cambiar_iniciada',
  ]
  for (const right of rights) {
    await create('PerfilPermiso', {
      perfil,
      permiso: await permissionId(erp, `Compra.${right}`),
      concedido: true,
      ...(right === 'autorizar_compra' && limit !== null ? { limite_importe: limit } : {}),
    })
  }
  const usuarioId = await create('Usuario', {
    usuario,
    nombre: usuario,
    password: PASSWORD,
    correo: `${usuario}@empresa.example`,
    estado: 'activo',
  })
  await create('UsuarioPerfil', { usuario: usuarioId, perfil, inicio_vigencia: '2026-01-01' })
  return { ...(await erp.logIn(usuario, PASSWORD)), usuarioId, perfil }
}

async function permissionId(erp: ErpTest, clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.permiso_sistema where clave = ${clave}`,
  )
  assert.ok(row, clave)
  return row.id
}

/** `[status, code]` of an answer, the code of a batch's first failed record included. */
export function verdict(answer: TestAnswer): readonly [number, string | null] {
  const { json } = answer
  const error =
    json.errors?.[0] ?? json.data?.results?.find((one: { ok: boolean }) => !one.ok)?.errors[0]
  return [answer.status, error?.code ?? null]
}

interface Entry {
  readonly id: number
  readonly folio: string
  readonly reversa: number | null
  readonly cargo: string
  readonly abono: string
}

/** The journal entries of a purchase with the sums of their lines. */
export async function entriesOf(erp: ErpTest, compra: number): Promise<readonly Entry[]> {
  return await erp.owner.query<Entry>(sql`
    select p.id, p.folio, p.poliza_reversa as reversa, sum(l.cargo)::text as cargo, sum(l.abono)::text as abono
    from public.poliza p join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    where p.registro = ${String(compra)} and p.origen = 'compras' and p.empresa_id = ${erp.empresaId}
    group by p.id, p.folio, p.poliza_reversa order by p.id`)
}

/** Whatever the outbox holds for a purchase. */
export async function outboxOf(erp: ErpTest, compra: number) {
  return await erp.owner.query<{
    tipo: string
    destino: string
    contenido: { asunto?: string }
  }>(sql`
    select tipo, destino, contenido from oficina.salida
    where modelo = 'Compra' and registro = ${String(compra)} order by id`)
}
