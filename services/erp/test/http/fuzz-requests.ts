import { ACTIONS } from '../../src/actions/business/action-list.ts'
import type { Model, Registry } from '../../src/dictionary/types.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import { ROUTES } from '../../src/routes.ts'
import { FuzzValues, IDS, TEXTS, type Dice } from './fuzz-values.ts'

/** A request as it goes over the wire. */
export interface FuzzRequest {
  readonly route: Endpoint
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

const ODD_IDS = [
  '9'.repeat(19),
  'x',
  '%00',
  '%ff',
  '%zz',
  '1%2f2',
  '..',
  '%E2%80%AE',
  'a'.repeat(150),
]
const OPERATORS = [
  '',
  '__ne',
  '__id',
  '__clave__like',
  '__month',
  '__gt',
  '__gte',
  '__lt',
  '__lte',
  '__in',
  '__like',
  '__null',
  '__no',
  '__',
] as const
const CONTROLS = [
  'page',
  'per_page',
  'sort',
  'order',
  'lean',
  'total',
  'fields',
  'q',
  'after',
  'format',
  'headers',
  'mode',
  'upsert_by',
  'dry_run',
  'or',
  'group_by',
  'sum',
  'sheet',
  'all',
  'from',
  'to',
] as const
const CONTROL_VALUES = [
  '1',
  '0',
  '-1',
  '100',
  '101',
  '99999999',
  'true',
  'false',
  'asc',
  'desc',
  'id',
  '-id',
  'id,id,-id',
  'csv',
  'xlsx',
  'json',
  'name',
  'label',
  'rows',
  'bm8',
  'eyJ2IjpbMV19',
] as const
const ACTION_NAMES = [
  ...ACTIONS.all.map(({ name }) => name),
  'autorizar_venta',
  'nada',
  '%00',
  'constructor',
]

/** Requests of every route, as clients write them, and as only an attacker does. */
export class RequestFuzzer {
  readonly #dice: Dice
  readonly #models: readonly Model[]
  readonly #values: FuzzValues

  constructor(registry: Registry, dice: Dice) {
    this.#dice = dice
    this.#values = new FuzzValues(dice)
    this.#models = [...registry.models.values()]
  }

  next(authorization: string): FuzzRequest {
    const dice = this.#dice
    this.#values.isHonest = dice.chance(0.5)
    const route = dice.one(ROUTES)
    const model = dice.chance(0.3) ? this.#often() : dice.one(this.#models)
    const path = this.#path(route, model)
    const query = this.#query(route, model)
    const isLogout = route.path.endsWith('/logout')
    const headers = this.#headers(isLogout ? 'Bearer no-such-token' : authorization)
    const hasBody = route.method === 'POST' || route.method === 'PUT' || dice.chance(0.05)
    const body = hasBody ? this.#body(route, model) : undefined
    return {
      route,
      method: dice.chance(0.03)
        ? dice.one(['GET', 'HEAD', 'PATCH', 'OPTIONS', 'PUT'])
        : route.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: {
        ...headers,
        ...(body === undefined
          ? {}
          : { 'content-type': body.type, 'content-length': String(body.bytes.length) }),
      },
      body: body?.bytes,
    }
  }

  /** Models with rules of their own, more often than by chance. */
  #often(): Model {
    const names = [
      'Compra',
      'CompraDetalle',
      'Departamento',
      'Asociado',
      'FormaPago',
      'Moneda',
      'Proveedor',
      'Poliza',
    ]
    const name = this.#dice.one(names)
    return this.#models.find((model) => model.name === name) ?? this.#dice.one(this.#models)
  }

  #path(route: Endpoint, model: Model): string {
    const dice = this.#dice
    const odd = () => dice.one([...ODD_IDS, ...TEXTS.map((text) => encoded(text).slice(0, 400))])
    return route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
      if (!this.#values.isHonest && dice.chance(0.12)) return odd()
      if (name === 'modelo') return model.name
      if (name === 'accion') return dice.one(ACTION_NAMES)
      return dice.one(IDS)
    })
  }

  #query(route: Endpoint, model: Model): string {
    const dice = this.#dice
    const isList = route.method === 'GET' && route.path.endsWith('/:modelo')
    if (!isList && !dice.chance(0.25)) return ''
    const filters = dice.some(model.fields, 3).map((field): [string, string] => {
      const operator = dice.one(OPERATORS)
      const value =
        operator === '__null' ? dice.one(['true', 'false', 'x']) : this.#values.text(field)
      return [
        field.name + operator,
        dice.chance(0.2) ? `${value},${this.#values.text(field)}` : value,
      ]
    })
    const controls = dice
      .some(CONTROLS, 3)
      .map((name): [string, string] => [
        name,
        dice.chance(0.3) ? dice.one(model.fields).name : dice.one(CONTROL_VALUES),
      ])
    const odd = dice.chance(0.05) ? [[dice.one(TEXTS), dice.one(TEXTS)] as [string, string]] : []
    const broken = dice.chance(0.02) ? '&%ff=%zz&=&&?' : ''
    const parameters = [...filters, ...controls, ...odd]
    return (
      parameters
        .map((pair) => pair.map(encoded).join('='))
        .join('&')
        .slice(0, 9_000) + broken
    )
  }

  #headers(authorization: string): Record<string, string> {
    const dice = this.#dice
    const headers: Record<string, string> = { connection: 'keep-alive' }
    if (dice.chance(0.97)) headers['authorization'] = authorization
    else if (dice.chance(0.5))
      headers['authorization'] = dice.one([
        'Bearer',
        'Bearer x',
        'Basic eDp5',
        `Bearer ${'x'.repeat(64)}`,
      ])
    const maybe = (name: string, values: readonly string[], probability: number) => {
      if (dice.chance(probability)) headers[name] = dice.one(values)
    }
    maybe('if-match', ['"1"', '*', 'W/"1"', '"x"', '1', '"99999999999"', '""'], 0.1)
    maybe('if-none-match', ['"1"', '*', 'W/"1", "2"', ','], 0.1)
    maybe('idempotency-key', ['a', 'b', 'x'.repeat(256), '~'], 0.1)
    maybe('accept', ['application/x-ndjson', 'text/csv', '*/*', 'nonsense'], 0.1)
    maybe('accept-encoding', ['br', 'gzip', '*;q=0', 'br;q=x', 'identity;q=0'], 0.3)
    maybe('x-request-id', ['abc', 'x'.repeat(300)], 0.05)
    maybe('content-encoding', ['gzip'], 0.01)
    return headers
  }

  #body(route: Endpoint, model: Model): { readonly type: string; readonly bytes: Buffer } {
    const dice = this.#dice
    if (route.takesFile !== undefined) return this.#file(model)
    if (route.takesForm !== undefined) return this.#form(model)
    const json = 'application/json'
    if (dice.chance(0.04)) {
      const text = dice.one(['{', '[]', 'null', '1', '"x"', '{"a":', '[[[[[[', '{"a":1,"a":2}', ''])
      return {
        type: dice.one([json, json, 'text/plain', 'application/xml', 'nonsense']),
        bytes: Buffer.from(text),
      }
    }
    const isAction = route.path.includes('/actions/')
    const isLogin = route.path.endsWith('/login')
    const parts = isAction ? this.#inputs() : isLogin ? this.#login() : this.#record(model)
    if (!this.#values.isHonest && dice.chance(0.1))
      parts.push([dice.one(TEXTS), this.#values.anything()])
    const text = `{${parts.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
    return { type: json, bytes: Buffer.from(text) }
  }

  /** Fields with what they take, or not, as JSON texts. */
  #record(model: Model): [string, string][] {
    const dice = this.#dice
    const fields =
      this.#values.isHonest || dice.chance(0.7)
        ? model.fields.filter(
            (field) => field.readOnly === null && (field.required || dice.chance(0.2)),
          )
        : dice.some(model.fields, 6)
    return fields.map((field) => [field.name, this.#values.json(field)])
  }

  #inputs(): [string, string][] {
    const dice = this.#dice
    const parts: [string, string][] = []
    if (dice.chance(0.8))
      parts.push([
        'ids',
        dice.one([
          '[1]',
          '[1,2,3]',
          '[]',
          '["1"]',
          '[1.5]',
          '{}',
          '[-1]',
          '[99999999999999999999]',
          '[null]',
        ]),
      ])
    for (const name of dice.some(['motivo', 'comentario', 'fecha', 'folio', 'importe'], 2))
      parts.push([name, this.#values.anything()])
    return parts
  }

  #login(): [string, string][] {
    const text = () => JSON.stringify(this.#dice.one(TEXTS))
    return [
      ['usuario', text()],
      ['password', this.#dice.chance(0.8) ? text() : this.#values.anything()],
    ]
  }

  /** A form with a file, or with parts that are none of what is asked for, or cut off. */
  #form(model: Model): { readonly type: string; readonly bytes: Buffer } {
    const dice = this.#dice
    const part = (header: string, bytes: Buffer) =>
      Buffer.concat([Buffer.from(`--x\r\n${header}\r\n\r\n`), bytes, Buffer.from('\r\n')])
    const disposition = 'content-disposition: form-data; name='
    const name = dice.one([
      'a.txt',
      'a.pdf',
      'a.csv',
      'a.json',
      'a.exe',
      '../a.txt',
      '',
      'a\u{202e}.xml',
    ])
    const file = dice.chance(0.9) ? 'archivo' : dice.one(['file', '__proto__', ''])
    const whole = Buffer.concat([
      part(`${disposition}"${file}"; filename="${name}"`, this.#file(model).bytes),
      ...dice
        .some(['descripcion', 'es_confidencial', 'archivo', 'x', '__proto__'], 2)
        .map((field) => part(`${disposition}"${field}"`, Buffer.from(dice.one(TEXTS)))),
      Buffer.from('--x--\r\n'),
    ])
    const bytes = dice.chance(0.1) ? whole.subarray(0, dice.below(whole.length)) : whole
    return { type: `multipart/form-data; boundary=${dice.one(['x', 'x', 'x', 'x', 'y'])}`, bytes }
  }

  #file(model: Model): { readonly type: string; readonly bytes: Buffer } {
    const dice = this.#dice
    const fields = model.fields.filter(({ required }) => required || dice.chance(0.1)).slice(0, 30)
    const rows = Array.from({ length: dice.below(6) })
    const kind = dice.below(10)
    if (kind < 5) {
      const cell = (text: string) =>
        /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
      const header = fields.map(({ name, label }) =>
        dice.chance(0.8) ? name : dice.one([label, `${name}_str`]),
      )
      const lines = rows.map(() => fields.map((field) => cell(this.#values.text(field))).join(','))
      const text = [header.map(cell).join(','), ...lines].join('\r\n')
      const encoding = dice.chance(0.1) ? dice.one(['utf16le', 'latin1'] as const) : 'utf8'
      return { type: 'text/csv', bytes: Buffer.from(text, encoding) }
    }
    if (kind < 9) {
      const lines = rows.map(
        () =>
          `{${fields.map((field) => `${JSON.stringify(field.name)}:${this.#values.json(field)}`).join(',')}}`,
      )
      const odd = dice.chance(0.2) ? [dice.one(['{', '[]', '1', '\0', '{"a":1}'])] : []
      return { type: 'application/x-ndjson', bytes: Buffer.from([...lines, ...odd].join('\n')) }
    }
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const bytes = dice.chance(0.5)
      ? Buffer.from('PK\u0003\u0004 no workbook')
      : Buffer.from(dice.one(TEXTS))
    return { type, bytes }
  }
}

/** Percent-encoded, also what is no well-formed text. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
