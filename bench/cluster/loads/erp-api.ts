import { SECRETS } from '../secrets.ts'
import type { Answer } from './call.ts'
import { Ledger } from './ledger.ts'
import { retrying } from './retrying.ts'

/** One person signed in to the ERP; every request is tried again until it is answered. */
export interface ErpCaller {
  get(path: string, ledger: Ledger): Promise<ErpAnswer>
  /** With a key, so that repeating it does nothing more. */
  post(path: string, body: object, key: string, ledger: Ledger): Promise<ErpAnswer>
}

export interface ErpAnswer {
  /** 0 when patience ended. */
  readonly status: number
  readonly json: any
}

/** What purchases of the bench refer to. */
export interface ErpThings {
  readonly proveedor: number
  readonly moneda: number
  readonly condicion: number
  readonly unidad: number
}

const PAGE = 100
const MAX_PAGES = 200

/** @throws Error with the answer when signing in fails */
export async function signIn(port: number): Promise<ErpCaller> {
  const body = { usuario: 'admin', password: SECRETS.erpPassword }
  const token = must(read(await ask(port, '', '/auth/login', body, new Ledger())), 200).data.token
  return {
    get: async (path, ledger) => read(await ask(port, token, path, undefined, ledger)),
    post: async (path, body, key, ledger) => read(await ask(port, token, path, body, ledger, key)),
  }
}

/** Enters what the purchases need. @throws Error with the answer of what failed */
export async function makeThings(caller: ErpCaller): Promise<ErpThings> {
  const ledger = new Ledger()
  const id = async (path: string) => Number(must(await caller.get(path, ledger), 200).data[0]?.id)
  const proveedor = await caller.post(
    '/Proveedor',
    { clave: 'BENCH', razon_social: 'Aceros del Norte, S.A. de C.V.', rfc: 'ANO010101AB1' },
    'bench-proveedor',
    ledger,
  )
  return {
    proveedor: Number(must(proveedor, 201).data.id),
    moneda: await id('/Moneda?clave=MXN'),
    condicion: await id('/CondicionPago?clave=CREDITO-30'),
    unidad: await id('/UnidadMedida?clave=PZA'),
  }
}

/** All records that a filter finds, by id. */
export async function allOf(caller: ErpCaller, path: string, ledger: Ledger): Promise<any[]> {
  const all: any[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { status, json } = await caller.get(
      `${path}&sort=id&per_page=${PAGE}&page=${page}`,
      ledger,
    )
    if (status !== 200) {
      ledger.note('wrong', `${path}: ${status} ${JSON.stringify(json).slice(0, 200)}`)
      return all
    }
    all.push(...json.data)
    if (page >= json.meta.pages) return all
  }
  return all
}

function ask(
  port: number,
  token: string,
  path: string,
  body: object | undefined,
  ledger: Ledger,
  key?: string,
): Promise<Answer | undefined> {
  return retrying(
    {
      port,
      method: body === undefined ? 'GET' : 'POST',
      path: `/api/v1${path}`,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    ledger,
  )
}

function read(answer: Answer | undefined): ErpAnswer {
  if (answer === undefined) return { status: 0, json: {} }
  return { status: answer.status, json: JSON.parse(answer.bytes.toString('utf8') || '{}') }
}

function must({ status, json }: ErpAnswer, wanted: number): any {
  if (status !== wanted) throw new Error(`${status}: ${JSON.stringify(json).slice(0, 500)}`)
  return json
}
